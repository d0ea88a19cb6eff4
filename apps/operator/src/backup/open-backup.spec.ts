import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FORMAT } from './backup-format.js';
import { openBackup } from './open-backup.js';
import { writeBackup } from './write-backup.js';

const folder = mkdtempSync(join(tmpdir(), 'burgee-backup-format-'));
const file = join(folder, 'whole');
const ROWS: Record<string, string[]> = {
  'a.one': ['1\tx', String.raw`\\.`, ''],
  'a.none': [],
  'a.large': ['y'.repeat(300_000)],
};
/** Of the line with the hash. */
const END_BYTES = JSON.stringify({ sha256: '' }).length + 64 + 1;
const header = {
  format: FORMAT,
  made_at: '2026-01-01T00:00:00.000Z',
  migrations: {},
  tables: Object.entries(ROWS).map(([name, rows]) => ({ name, columns: ['c'], rows: rows.length })),
};

beforeAll(() =>
  writeBackup(file, header, async function* ({ name }) {
    for (const row of ROWS[name] ?? []) yield Buffer.from(`${row}\n`);
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup file', () => {
  it('gives back its header and the rows of each table', async () => {
    const backup = await openBackup(file);
    expect(backup.header).toEqual(header);
    const read: Record<string, string[]> = {};
    await backup.forEachTable(async (name, rows) => {
      read[name] = [];
      for await (const row of rows) read[name].push(row.toString().slice(0, -1));
    });
    expect(read).toEqual(ROWS);
  });

  it('passes on what fails while a table is filled', async () => {
    const backup = await openBackup(file);
    const failed = backup.forEachTable(() => Promise.reject(new Error('no room on the disk')));
    await expect(failed).rejects.toThrow('no room on the disk');
  });

  const damage: [string, (bytes: Buffer) => Buffer][] = [
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    [
      'with one byte changed',
      (bytes) => Buffer.concat([bytes.subarray(0, 60), Buffer.of(bytes[60]! ^ 1), bytes.subarray(61)]),
    ],
    ['with a row changed', (bytes) => gzipSync(gunzipSync(bytes).toString().replace('1\tx', '1\tz'))],
    ['without its last line', (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -END_BYTES))],
    ['with something after its end', (bytes) => gzipSync(`${gunzipSync(bytes).toString()}more\n`)],
    ['that is plain SQL', () => Buffer.from('create table flags ();\n')],
    ['of another format', () => gzipSync('{"format":"another"}\n{"sha256":""}\n')],
  ];
  it.each(damage)('%s is refused before anything is done with it', async (_what, change) => {
    const damaged = join(folder, 'damaged');
    writeFileSync(damaged, change(readFileSync(file)));
    await expect(openBackup(damaged)).rejects.toThrow(`${damaged} is damaged, or is not a backup of Burgee: `);
  });

  it('that is missing is named', () => expect(openBackup(join(folder, 'no'))).rejects.toThrow('ENOENT'));
});
