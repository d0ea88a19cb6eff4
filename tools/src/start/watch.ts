import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningService } from '@burgee/launcher';
import { ROOT } from './settings.js';

const run = promisify(execFile);
const SETTLED_MILLISECONDS = 150;
const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*(?<!\.spec)\.ts$/;
const PAGES =
  /^(apps\/dashboard\/((src|public|build|guide)\/.*(?<!\.spec\.ts)|index\.html|vite\.(guide\.)?config\.ts)|docs\/.*\.(md|json|png|svg))$/;

const DATABASE = /\/persistence\/.*\.ts$/;

export type Change = 'pages' | 'services' | 'database';

/** What to rebuild when a file changes; `database` means services and migrations. */
export function whatChanges(file: string): Change | undefined {
  if (PAGES.test(file)) return 'pages';
  if (!SOURCE.test(file)) return undefined;
  return DATABASE.test(file) ? 'database' : 'services';
}

/** Runs a script of ours and prints its errors. @returns whether it succeeded */
async function succeeds(...args: string[]): Promise<boolean> {
  try {
    await run(process.execPath, args, { cwd: ROOT });
    return true;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    console.error(stdout || stderr || error);
    return false;
  }
}

/** Services read the pages from disk, so none has to restart. */
async function rebuildPages(): Promise<void> {
  const startedAt = Date.now();
  if (!(await succeeds(join(ROOT, 'tools', 'build-dashboard.mjs')))) return;
  console.log(`  Rebuilt the dashboard: ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Reload the page.`);
}

async function rebuildAndRestart({ services, prepare }: Watched, alsoDatabase: boolean): Promise<void> {
  const startedAt = Date.now();
  if (!(await succeeds(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'))) return;
  // A service does not start on a database that lacks its migrations.
  if (alsoDatabase) await prepare();
  await Promise.all(services.map(({ process }) => process.stop().then(() => process.start())));
  console.log(`  Rebuilt and restarted: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

interface Watched {
  services: readonly RunningService[];
  /** Runs the migrations of the checkout. */
  prepare: () => Promise<void>;
}

/** Rebuilds pages or services when a source file changes. Changes during a rebuild cause one more. */
export function watchSources(watched: Watched): void {
  const changed = new Set<Change>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const work = async () => {
    const changes = new Set(changed);
    changed.clear();
    if (changes.has('pages')) await rebuildPages();
    const alsoDatabase = changes.has('database');
    if (alsoDatabase || changes.has('services')) await rebuildAndRestart(watched, alsoDatabase);
  };
  const onChange = (_event: string, file: string | null) => {
    const change = file === null ? undefined : whatChanges(file);
    if (!change) return;
    changed.add(change);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work).catch((error: unknown) => console.error(error));
    }, SETTLED_MILLISECONDS);
  };
  for (const folder of ['apps', 'libs', 'docs'])
    watch(join(ROOT, folder), { recursive: true }, (event, file) =>
      onChange(event, file && `${folder}/${file}`),
    ).unref();
  console.log('  Watching apps/, libs/ and docs/ for changes.');
}
