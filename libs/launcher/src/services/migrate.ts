import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DATABASE_APPS, databasePasswordSetting } from '@burgee/contracts/wire';
import type { Secrets } from '../secrets/secrets.js';

const run = promisify(execFile);

/** The command at `root`, which may be a checkout of 0.1.0. */
function migration(root: string): string[] {
  const operator = join(root, 'apps', 'operator', 'dist', 'main.js');
  return existsSync(operator) ? [operator, 'migrate'] : [join(root, 'tools', 'dist', 'migrate', 'main.js')];
}

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
    const { stderr } = await run(process.execPath, migration(root), { env });
    process.stderr.write(stderr);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`The database could not be prepared.\n${output.trim()}`, { cause: error });
  }
}
