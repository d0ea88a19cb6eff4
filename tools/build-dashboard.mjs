// Runs before anything of ours is built: Node's own modules only, until there is something to build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildWhenChanged } from './build-when-changed.mjs';

const FOLDER = join(import.meta.dirname, '..', 'apps', 'dashboard');
const STAMP = join(FOLDER, 'dist', 'web.stamp');
/** What the pages are made of; libraries that go into them, by their compiled form. */
const SOURCES = [
  join(FOLDER, 'src'),
  join(FOLDER, 'build'),
  join(FOLDER, 'public'),
  join(FOLDER, 'index.html'),
  join(FOLDER, 'vite.config.ts'),
  join(FOLDER, '..', '..', 'package-lock.json'),
  join(FOLDER, '..', '..', 'libs', 'contracts', 'dist', 'http', 'shown-text.js'),
  join(FOLDER, '..', '..', 'libs', 'contracts', 'dist', 'http', 'visible-text.js'),
  join(FOLDER, '..', '..', 'libs', 'evaluation', 'dist'),
  join(FOLDER, '..', '..', 'libs', 'sdk', 'dist'),
  import.meta.filename,
];

/** The client library and its usage reports as one module, for programs that have no bundler: `/sdk.js`. */
async function buildSdk() {
  const { rolldown } = await import('rolldown');
  const parts = ['index.js', 'usage/index.js'].map((file) => join(FOLDER, '..', '..', 'libs', 'sdk', 'dist', file));
  const entry = 'sdk';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry ? parts.map((file) => `export * from ${JSON.stringify(file)};`).join('\n') : undefined,
      },
    ],
    transform: { target: 'es2020' },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, comments: false });
  await build.close();
  const file = join(FOLDER, 'dist', 'web', 'sdk.js');
  const [{ code }] = output;
  writeFileSync(file, code);
  writeFileSync(`${file}.gz`, gzipSync(code, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(code));
}

/** Builds the pages, unless nothing they are made of has changed. */
await buildWhenChanged(STAMP, SOURCES, async () => {
  const { build } = await import('vite');
  await build({ configFile: join(FOLDER, 'vite.config.ts'), logLevel: 'error' });
  await buildSdk();
});
