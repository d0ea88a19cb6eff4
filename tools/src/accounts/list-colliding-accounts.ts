import { join } from 'node:path';
import { loadSecrets, POSTGRES_SUPERUSER } from '@burgee/launcher';
import pg from 'pg';
import { DataFolder } from '../start/data-folder.js';
import { loadSettings } from '../start/settings.js';
import { type Account, findColliding } from './find-colliding.js';

/** DATABASE_URL, or the private Postgres of the `npm start` that runs. @throws when there is neither */
function databaseUrl(): string {
  const settings = loadSettings();
  if (settings.DATABASE_URL) return settings.DATABASE_URL;
  const engine = new DataFolder(settings.BURGEE_DATA_DIR).readRun()?.engines.find(({ name }) => name === 'postgres');
  if (!engine) throw new Error('Start Burgee first (npm start), or set DATABASE_URL.');
  const url = new URL(engine.url);
  const { engines } = loadSecrets(join(settings.BURGEE_DATA_DIR, 'secrets.json'));
  url.password = engines[`postgres:${POSTGRES_SUPERUSER}`] ?? '';
  return url.href;
}

/** Spellings that look alike differ in this form. */
const escaped = (text: string) =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `npm run colliding-accounts`: prints the accounts that are one email address in several spellings. Changes nothing. */
export async function listCollidingAccounts(url = databaseUrl()): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Account>('select id, email, created_at from auth.users');
    const groups = findColliding(rows);
    for (const group of groups) {
      console.log('');
      for (const { id, email, created_at } of group)
        console.log(`${id}  ${created_at.toISOString()}  ${email}  ${escaped(email)}`);
    }
    console.log(`\nAddresses with more than one account: ${groups.length}`);
  } finally {
    await client.end();
  }
}
