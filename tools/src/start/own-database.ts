import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_APPS, databasePasswordSetting } from '@burgee/contracts/wire';
import { createPostgres, DATABASE, loadSecrets, POSTGRES_SUPERUSER, type Secrets } from '@burgee/launcher';
import { AlreadyRuns, DataFolder } from './data-folder.js';
import { runningDatabaseUrl } from './running-database-url.js';
import { loadSettings } from './settings.js';

const passwordsIn = ({ engines }: Secrets) =>
  Object.fromEntries(DATABASE_APPS.map((app) => [databasePasswordSetting(app), engines[`postgres:${app}`]]));

/** Starts only the private Postgres of a data folder, and stops it after `use`. */
async function withPostgresOf<T>(folder: DataFolder, secrets: Secrets, use: (url: string) => Promise<T>): Promise<T> {
  if (folder.orphans().length > 0)
    throw new Error(
      `Engines of a Burgee that was killed still run from ${folder.path}. Run npm start once, and stop it.`,
    );
  const password = secrets.engines[`postgres:${POSTGRES_SUPERUSER}`] ?? '';
  await mkdir(join(folder.path, 'logs'), { recursive: true, mode: 0o700 });
  const { process: postgres, port } = await createPostgres({
    dataDir: join(folder.path, 'postgres'),
    logFile: join(folder.path, 'logs', 'postgres.log'),
    password,
    restart: false,
  });
  await postgres.start();
  try {
    return await use(`postgres://${POSTGRES_SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`);
  } finally {
    await postgres.stop();
  }
}

/** @returns whether this process holds the folder now: no `npm start` runs from it here @throws when it cannot be locked */
function locked(folder: DataFolder): boolean {
  try {
    folder.lock();
    return true;
  } catch (error) {
    if (error instanceof AlreadyRuns) return false;
    throw error;
  }
}

/**
 * Gives `use` the settings of an operator's command for the database that `npm start` uses: DATABASE_URL, else the private
 * Postgres of the data folder, which is started when it does not run.
 */
export async function withOwnDatabase<T>(use: (env: Record<string, string | undefined>) => Promise<T>): Promise<T> {
  const { BURGEE_DATA_DIR, DATABASE_URL } = loadSettings();
  const file = join(BURGEE_DATA_DIR, 'secrets.json');
  // New ones would fit no password and no SDK key of a backup.
  if (!existsSync(file) && DATABASE_URL) return use({ DATABASE_URL });
  if (!existsSync(file))
    throw new Error(
      `${file} is missing. To restore, put the one there that Burgee had when the backup was made: with another, nobody can sign in.`,
    );
  const secrets = loadSecrets(file);
  const folder = new DataFolder(BURGEE_DATA_DIR);
  const settings = { ...passwordsIn(secrets), ...folder.publicUrl() };
  if (DATABASE_URL) return use({ ...settings, DATABASE_URL });
  if (!locked(folder)) return use({ ...settings, DATABASE_URL: runningDatabaseUrl() });
  try {
    return await withPostgresOf(folder, secrets, (url) => use({ ...settings, DATABASE_URL: url }));
  } finally {
    folder.unlock();
  }
}
