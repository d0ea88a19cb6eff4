import { connectToPostgres, DATABASE_TLS_SETTINGS, postgresConnection, readConfig } from '@burgee/process-kit';
import { runningDatabaseUrl } from '../start/running-database-url.js';
import { type Account, findColliding } from './find-colliding.js';

/** Spellings that look alike differ in this form. */
const escaped = (text: string) =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `npm run colliding-accounts`: prints the accounts that are one email address in several spellings. Changes nothing. */
export async function listCollidingAccounts(url = runningDatabaseUrl()): Promise<void> {
  const client = await connectToPostgres(
    postgresConnection({ ...readConfig(DATABASE_TLS_SETTINGS), DATABASE_URL: url }),
  );
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
