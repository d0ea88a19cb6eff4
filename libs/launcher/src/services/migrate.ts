import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE_APPS, databasePasswordSetting } from '@burgee/contracts/wire';
import type { Secrets } from '../secrets.js';

const run = promisify(execFile);

/**
 * Prepares a database for this checkout: roles, schemas, migrations, grants.
 * @param settings for the connection to Postgres, such as DATABASE_CA
 */
export async function migrate(
  root: string,
  databaseUrl: string,
  secrets: Secrets,
  settings: Record<string, string> = {},
): Promise<void> {
  const passwords = DATABASE_APPS.map((app) => [databasePasswordSetting(app), secrets.engines[`postgres:${app}`]]);
  const env = { PATH: process.env.PATH, ...settings, ...Object.fromEntries(passwords), DATABASE_URL: databaseUrl };
  try {
    const { stdout } = await run(process.execPath, [join(root, 'tools', 'dist', 'migrate', 'main.js')], { env });
    process.stdout.write(stdout);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`The database could not be prepared.\n${output.trim()}`, { cause: error });
  }
}
