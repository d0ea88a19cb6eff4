import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningService } from '@burgee/launcher';
import { ROOT } from './settings.js';

const run = promisify(execFile);
const SETTLED_MILLISECONDS = 150;
const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*(?<!\.spec)\.ts$/;
const PAGES = /^apps\/dashboard\/((src|public|build)\/.*(?<!\.spec\.ts)|index\.html|vite\.config\.ts)$/;

/** Runs something of ours. @returns whether it went well; what it complains of is shown */
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

/** The pages are files: what serves them need not be started again. */
async function rebuildPages(): Promise<void> {
  const startedAt = Date.now();
  if (!(await succeeds(join(ROOT, 'tools', 'build-dashboard.mjs')))) return;
  console.log(`  Rebuilt the dashboard: ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Reload the page.`);
}

async function rebuildAndRestart(services: readonly RunningService[]): Promise<void> {
  const startedAt = Date.now();
  if (!(await succeeds(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'))) return;
  await Promise.all(services.map(({ process }) => process.stop().then(() => process.start())));
  console.log(`  Rebuilt and restarted: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Rebuilds what a changed source file is part of, pages or services; one run follows however many changes. */
export function watchSources(services: readonly RunningService[]): void {
  const timers = new Map<() => Promise<void>, NodeJS.Timeout>();
  const restart = () => rebuildAndRestart(services);
  let running = Promise.resolve();
  const onChange = (_event: string, file: string | null) => {
    const work = file && (PAGES.test(file) ? rebuildPages : SOURCE.test(file) ? restart : undefined);
    if (!work) return;
    clearTimeout(timers.get(work));
    timers.set(
      work,
      setTimeout(() => {
        running = running.then(work).catch((error: unknown) => console.error(error));
      }, SETTLED_MILLISECONDS),
    );
  };
  for (const folder of ['apps', 'libs'])
    watch(join(ROOT, folder), { recursive: true }, (event, file) =>
      onChange(event, file && `${folder}/${file}`),
    ).unref();
  console.log('  Watching apps/ and libs/ for changes.');
}
