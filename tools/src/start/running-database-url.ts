import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatEngineUrl, parseEngineUrl } from '@burgee/contracts/wire';
import { loadSecrets } from '@burgee/launcher';
import type { RunFile } from './data-folder.js';
import { loadSettings } from './settings.js';

/** The database of the Burgee that `npm start` runs, as its owner. @throws when none runs from the data folder */
export function runningDatabaseUrl(): string {
  const { BURGEE_DATA_DIR, DATABASE_URL } = loadSettings();
  if (DATABASE_URL) return DATABASE_URL;
  const runFile = join(BURGEE_DATA_DIR, 'run.json');
  if (!existsSync(runFile))
    throw new Error(`No Burgee runs from ${BURGEE_DATA_DIR}. Start it, or set BURGEE_DATA_DIR or DATABASE_URL.`);
  const { engines } = JSON.parse(readFileSync(runFile, 'utf8')) as RunFile;
  const url = parseEngineUrl(engines.find(({ name }) => name === 'postgres')?.url ?? '');
  const password = loadSecrets(join(BURGEE_DATA_DIR, 'secrets.json')).engines[`postgres:${url.username}`] ?? '';
  return formatEngineUrl({ ...url, password });
}
