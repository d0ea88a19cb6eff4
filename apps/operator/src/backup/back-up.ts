import { connectToPostgres, type PostgresConnection } from '@burgee/process-kit';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { SCHEMAS } from '../migrate/schemas.js';
import { type BackupHeader, type BackupTable, FORMAT } from './backup-format.js';
import { countRows, listTables, quoted } from './list-tables.js';
import type { Say } from '../outcome.js';
import { recordCommand } from '../record-command.js';
import type { Progress } from './progress.js';
import { writeBackup } from './write-backup.js';

/** No sessions, links and mails: restoring would reopen what was ended after the backup, and send again what was sent. */
const LEFT_OUT = new Set(['auth.sessions', 'auth.links', 'auth.mails']);
const NEWLINE = 0x0a;

async function executedMigrations(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const schema of SCHEMAS.map(({ schemas }) => schemas[0] ?? '')) {
    const { rows } = await client.query<{ name: string }>(`select name from ${schema}.migrations order by id`);
    names[schema] = rows.map(({ name }) => name);
  }
  return names;
}

async function makeHeader(client: pg.ClientBase): Promise<BackupHeader> {
  const { rows } = await client.query<{ now: Date }>('select now()');
  const tables: BackupTable[] = [];
  for (const { name, columns } of await listTables(client))
    if (!LEFT_OUT.has(name)) tables.push({ name, columns, rows: await countRows(client, name) });
  return {
    format: FORMAT,
    made_at: rows[0]?.now.toISOString() ?? '',
    migrations: await executedMigrations(client),
    tables,
  };
}

/** @throws when there are more or fewer rows than the header says */
async function* copyRows(client: pg.ClientBase, table: BackupTable, progress: Progress): AsyncGenerator<Buffer> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  let done = 0;
  for await (const chunk of client.query(
    copyTo(`copy (select ${columns} from ${quoted(client, table.name)}) to stdout`),
  )) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) done++;
    progress(table, done);
    yield chunk;
  }
  if (done !== table.rows) throw new Error(`${table.name} gave ${done} rows instead of ${table.rows}.`);
}

/**
 * Writes one consistent snapshot of all services' data to one file while they run. Leaves out secrets,
 * passwords of roles and sessions.
 */
export async function backUp(
  postgres: PostgresConnection,
  file: string,
  progress: Progress,
  say: Say,
): Promise<BackupHeader> {
  const client = await connectToPostgres(postgres);
  try {
    // One snapshot for counts and rows.
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = 0; set local datestyle = 'ISO'; set local timezone = 'UTC'`);
    const header = await makeHeader(client);
    await writeBackup(file, header, (table) => copyRows(client, table, progress));
    await client.query('commit');
    // A standby takes no entry. The backup is good all the same.
    await recordCommand(client, 'backup', {}).catch((error: Error) =>
      say(`The history of the instance has no entry of this backup: ${error.message}`),
    );
    return header;
  } finally {
    await client.end();
  }
}
