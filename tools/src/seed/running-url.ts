import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFile } from '../start/data-folder.js';
import { loadSettings } from '../start/settings.js';

/** The address of the Burgee that `npm start` runs. @throws when none runs from the data folder */
export function runningUrl(): string {
  const { BURGEE_DATA_DIR } = loadSettings();
  const runFile = join(BURGEE_DATA_DIR, 'run.json');
  if (!existsSync(runFile))
    throw new Error(`No Burgee runs from ${BURGEE_DATA_DIR}. Start it, or name its address with --url.`);
  return (JSON.parse(readFileSync(runFile, 'utf8')) as RunFile).url;
}
