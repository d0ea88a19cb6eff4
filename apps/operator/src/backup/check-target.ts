import { DATABASE_APPS, databaseRole } from '@burgee/contracts/wire';
import type pg from 'pg';
import { listTables, quoted } from './list-tables.js';

/** Tables with rows in a new, unused installation. */
const NOBODYS = new Set([
  'auth.recorded_settings',
  'auth.installation',
  'auth.listed_administrators',
  'auth.links',
  'flags.installation',
  'audit.retention',
]);

/** @throws when services of Burgee are connected to the database of `client` */
export async function refuseWhileServicesRun(client: pg.ClientBase, database: string): Promise<void> {
  const { rows } = await client.query<{ usename: string; count: string }>(
    `select usename, count(*) from pg_stat_activity
     where datname = current_database() and usename = any($1) group by usename order by usename`,
    [DATABASE_APPS.map((app) => databaseRole(database, app))],
  );
  if (rows.length === 0) return;
  const connected = rows.map(({ usename, count }) => `${usename} (${count})`).join(', ');
  throw new Error(`Burgee runs: connections of ${connected}. Stop it first, or add --while-running.`);
}

/** The tables that hold something of Burgee's. */
export async function tablesInUse(client: pg.ClientBase): Promise<string[]> {
  const inUse: string[] = [];
  for (const { name } of await listTables(client)) {
    if (NOBODYS.has(name)) continue;
    const { rowCount } = await client.query(`select from ${quoted(client, name)} limit 1`);
    if (rowCount) inUse.push(name);
  }
  return inUse;
}

/** @throws when the database of `client` holds anything of Burgee's */
export async function refuseUnlessEmpty(client: pg.ClientBase): Promise<void> {
  const inUse = await tablesInUse(client);
  if (inUse.length > 0)
    throw new Error(`The database is not empty: ${inUse.join(', ')}. To delete what it holds, add --replace.`);
}
