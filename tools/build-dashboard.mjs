// Runs before anything of ours is built: Node's own modules only, until there is something to build.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildWhenChanged } from './build-when-changed.mjs';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'apps', 'dashboard');
const STAMP = join(FOLDER, 'dist', 'web.stamp');
const GUIDE_STAMP = join(FOLDER, 'dist', 'guide.stamp');
/** What the pages are made of; libraries that go into them, by their compiled form. */
const SOURCES = [
  join(FOLDER, 'src'),
  join(FOLDER, 'build'),
  join(FOLDER, 'guide'),
  join(FOLDER, 'public'),
  join(FOLDER, 'index.html'),
  join(FOLDER, 'vite.config.ts'),
  join(FOLDER, 'vite.guide.config.ts'),
  join(ROOT, 'package-lock.json'),
  join(ROOT, 'libs', 'contracts', 'dist', 'http', 'shown-text.js'),
  join(ROOT, 'libs', 'contracts', 'dist', 'http', 'visible-text.js'),
  join(ROOT, 'libs', 'evaluation', 'dist'),
  join(ROOT, 'libs', 'sdk', 'dist'),
  import.meta.filename,
];
/** What the guide is made of, next to the sources of the dashboard. */
const GUIDE_SOURCES = [
  join(ROOT, 'docs'),
  join(ROOT, 'examples', 'README.md'),
  join(ROOT, 'SECURITY.md'),
  join(ROOT, 'package.json'),
  ...readdirSync(join(ROOT, 'libs')).map((name) => join(ROOT, 'libs', name, 'README.md')),
];

/** The client library and its usage reports as one module, for programs that have no bundler: `/sdk.js`. */
async function buildSdk() {
  const { rolldown } = await import('rolldown');
  const parts = ['index.js', 'usage/index.js'].map((file) => join(ROOT, 'libs', 'sdk', 'dist', file));
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

async function buildPages(config) {
  const { build } = await import('vite');
  await build({ configFile: join(FOLDER, config), logLevel: 'error' });
}

await buildWhenChanged(STAMP, SOURCES, async () => {
  rmSync(GUIDE_STAMP, { force: true });
  await buildPages('vite.config.ts');
  await buildSdk();
});
// The first build empties the folder that both write to.
await buildWhenChanged(GUIDE_STAMP, [...SOURCES, ...GUIDE_SOURCES], () => buildPages('vite.guide.config.ts'));
