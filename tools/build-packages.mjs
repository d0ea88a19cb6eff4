import { join } from 'node:path';
import { buildWhenChanged } from './build-when-changed.mjs';
import { ROOT } from './bootstrap.mjs';
import { writeRegistry } from './dist/package/main.js';
import { inlined, publishable } from './dist/package/publishable.js';

const REGISTRY = join(ROOT, 'apps', 'api-gateway', 'dist', 'registry');
const libraries = publishable(ROOT).flatMap((project) => [project, ...inlined(ROOT, project)]);
const SOURCES = [...new Set(libraries.map(({ folder }) => folder))].flatMap((folder) =>
  ['dist', 'package.json', 'README.md'].map((part) => join(folder, part)),
);

/** Builds the packages that the api-gateway serves, unless nothing they are made of has changed. */
await buildWhenChanged(
  `${REGISTRY}.stamp`,
  [
    ...SOURCES,
    join(ROOT, 'LICENSE'),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'tools', 'dist', 'package'),
    import.meta.filename,
  ],
  () => writeRegistry(ROOT, REGISTRY),
);
