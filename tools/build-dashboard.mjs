// Runs before anything of ours is built: Node's own modules only, until there is something to build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

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

function filesIn(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => filesIn(join(path, entry.name)))
      .toSorted();
  } catch {
    return [path];
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesIn)) {
    if (/\.(spec\.tsx?|tsbuildinfo)$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

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
export async function buildDashboard() {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const { build } = await import('vite');
  await build({ configFile: join(FOLDER, 'vite.config.ts'), logLevel: 'error' });
  await buildSdk();
  writeFileSync(STAMP, hash);
}

if (process.argv[1] === import.meta.filename) await buildDashboard();
