import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { splitLines } from '@burgee/contracts/wire';
import { type BackupEnd, type BackupHeader, END_OF_ROWS, FORMAT } from './backup-format.js';

const NEWLINE = 0x0a;

const parse = <T>(line: Buffer | undefined) => JSON.parse(line?.toString() ?? '') as T;

/** Gives each line to `use` while the file is read. */
async function readLines<T>(file: string, use: (lines: AsyncGenerator<Buffer>) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    result = await use(splitLines(chunks));
  });
  return result as T;
}

/** Reads all of it once. @throws when anything of it is not as it was written */
async function verify(lines: AsyncGenerator<Buffer>): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let first: Buffer | undefined;
  let last: Buffer | undefined;
  for await (const line of lines) {
    if (last) hash.update(last).update('\n');
    first ??= Buffer.from(line);
    last = line;
  }
  const header = parse<BackupHeader>(first);
  if (header.format !== FORMAT) throw new Error(`its format is ${header.format}, not ${FORMAT}`);
  if (parse<BackupEnd>(last).sha256 !== hash.digest('hex')) throw new Error('its content does not have its hash');
  return header;
}

/** The rows of the table that `lines` are at, with their ends. */
async function* rowsAt(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await lines.next(); ; next = await lines.next()) {
    if (next.done) throw new Error('The backup changed while it was read.');
    if (next.value.length === END_OF_ROWS.length && next.value.toString() === END_OF_ROWS) return;
    yield Buffer.concat([next.value, Buffer.of(NEWLINE)]);
  }
}

export interface OpenBackup {
  header: BackupHeader;
  /** Passes the rows of each table to `load`, in order. Each call reads the file again. */
  forEachTable: (load: (table: string, rows: AsyncGenerator<Buffer>) => Promise<void>) => Promise<void>;
}

/** Opens a backup, after reading all of it once. @throws when it is damaged, or is none */
export async function openBackup(file: string): Promise<OpenBackup> {
  const header = await readLines(file, verify).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EACCES') throw error;
    throw new Error(`${file} is damaged, or is not a backup of Burgee: ${error.message}.`, { cause: error });
  });
  return {
    header,
    forEachTable: (load) =>
      readLines(file, async (lines) => {
        await lines.next();
        for (let count = 0; count < header.tables.length; count++) {
          const { table } = parse<{ table: string }>((await lines.next()).value ?? undefined);
          await load(table, rowsAt(lines));
        }
        // Reads on to the end, or the pipeline takes the rest for an interruption.
        for await (const _ of lines);
      }),
  };
}
