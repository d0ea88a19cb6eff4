import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackupEnd, type BackupHeader, type BackupTable, END_OF_ROWS } from './backup-format.js';

/** The rows of a table as COPY gives them, whole lines together. */
type RowsOf = (table: BackupTable) => AsyncIterable<Buffer>;

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

async function* contents(header: BackupHeader, rowsOf: RowsOf): AsyncGenerator<Buffer> {
  yield line(header);
  for (const table of header.tables) {
    yield line({ table: table.name });
    yield* rowsOf(table);
    yield Buffer.from(`${END_OF_ROWS}\n`);
  }
}

async function* hashed(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  const end: BackupEnd = { sha256: hash.digest('hex') };
  yield line(end);
}

/** Writes a backup that only its owner can read, whole or not at all. @throws when `file` exists */
export async function writeBackup(file: string, header: BackupHeader, rowsOf: RowsOf): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`);
  const part = `${file}.part`;
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${part} exists: another backup is being written there, or one was interrupted. Remove it then.`);
  });
  try {
    const lines = Readable.from(hashed(contents(header, rowsOf)), { objectMode: true });
    await pipeline(lines, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await handle.appendFile(chunk);
    });
    await handle.sync();
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
