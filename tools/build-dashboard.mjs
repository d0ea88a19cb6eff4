// Runs before anything of ours is built: Node's own modules only, until there is something to build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  join(FOLDER, '..', '..', 'libs', 'evaluation', 'dist'),
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

/** Builds the pages, unless nothing they are made of has changed. */
export async function buildDashboard() {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const { build } = await import('vite');
  await build({ configFile: join(FOLDER, 'vite.config.ts'), logLevel: 'error' });
  writeFileSync(STAMP, hash);
}

if (process.argv[1] === import.meta.filename) await buildDashboard();
