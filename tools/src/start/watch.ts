import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningService } from '@burgee/launcher';
import { ROOT } from './settings.js';

const run = promisify(execFile);
const SETTLED_MILLISECONDS = 150;
const SOURCE = /^(apps|libs)\/[^/]+\/src\/.*(?<!\.spec)\.ts$/;

async function rebuildAndRestart(services: readonly RunningService[]): Promise<void> {
  const startedAt = Date.now();
  try {
    await run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'], { cwd: ROOT });
  } catch (error) {
    console.error((error as { stdout?: string }).stdout ?? error);
    return;
  }
  await Promise.all(services.map(({ process }) => process.stop().then(() => process.start())));
  console.log(`  Rebuilt and restarted: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Rebuilds and restarts the services whenever a source file changes; one run follows however many changes. */
export function watchSources(services: readonly RunningService[]): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const onChange = (_event: string, file: string | null) => {
    if (!file || !SOURCE.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => rebuildAndRestart(services)).catch((error: unknown) => console.error(error));
    }, SETTLED_MILLISECONDS);
  };
  for (const folder of ['apps', 'libs'])
    watch(join(ROOT, folder), { recursive: true }, (event, file) =>
      onChange(event, file && `${folder}/${file}`),
    ).unref();
  console.log('  Watching apps/ and libs/ for changes.');
}
