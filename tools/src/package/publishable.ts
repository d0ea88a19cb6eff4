import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of one entry point. */
export interface Entry {
  default: string;
  /** What a server component gets instead. */
  'react-server'?: string;
}

/** What the tool needs of a `package.json`. */
export interface Manifest {
  name: string;
  version: string;
  description?: string;
  license?: string;
  /** Commands by name, each a file of `dist`. */
  bin?: Record<string, string>;
  exports: Record<string, Entry>;
  /** The name of the global that a script tag gets, for a package that is also built as one script. */
  scriptGlobal?: string;
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, unknown>;
  devDependencies?: Record<string, string>;
}

export interface Project {
  folder: string;
  manifest: Manifest;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

function libraries(root: string): Project[] {
  return readdirSync(join(root, 'libs'))
    .map((name) => join(root, 'libs', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readManifest(folder) }));
}

/** The libraries that have a version of their own; all others are 0.0.0 and stay here. */
export function publishable(root: string): Project[] {
  return libraries(root).filter(({ manifest }) => manifest.version !== '0.0.0');
}

/** The libraries that go into a package: its own `devDependencies`, and theirs. */
export function inlined(root: string, { manifest }: Project): Project[] {
  const all = libraries(root);
  const direct = Object.keys(manifest.devDependencies ?? {}).flatMap((name) =>
    all.filter((project) => project.manifest.name === name),
  );
  return direct.flatMap((project) => [project, ...inlined(root, project)]);
}
