import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupTable } from './backup-format.js';
import { countRows, listTables, quoted } from './list-tables.js';
import type { OpenBackup } from './open-backup.js';
import type { Progress } from './progress.js';

async function* reported(rows: AsyncIterable<Buffer>, table: BackupTable, progress: Progress): AsyncGenerator<Buffer> {
  let done = 0;
  for await (const row of rows) {
    yield row;
    progress(table, ++done);
  }
}

async function fill(client: pg.ClientBase, table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const name = quoted(client, table.name);
  // A migration may have put rows there. Audit entries refuse a delete, also of nothing.
  if ((await countRows(client, table.name)) > 0) await client.query(`delete from ${name}`);
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: true }), copy);
  await client.query(`analyze ${name}`);
  const stored = await countRows(client, table.name);
  if (stored !== table.rows)
    throw new Error(`${table.name} has ${stored} rows after the restore; the backup was made of ${table.rows}.`);
}

/** Fills the tables, which have just been made by the migrations of the backup, and proves that nothing is missing. */
export async function fillTables(client: pg.ClientBase, backup: OpenBackup, progress: Progress): Promise<void> {
  const existing = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.join(', ')]));
  const known = new Map(backup.header.tables.map((table) => [table.name, table]));
  await backup.forEachTable(async (name, rows) => {
    const table = known.get(name);
    if (!table || existing.get(name) !== table.columns.join(', '))
      throw new Error(`The backup has a table ${name} that its migrations do not make.`);
    await fill(client, table, reported(rows, table, progress));
  });
}
