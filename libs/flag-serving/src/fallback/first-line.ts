import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Most first lines are shorter: no more is read of a file than that. */
const LINE_BYTES = 64 * 1024;

export function firstLine(file: string): string {
  const buffer = Buffer.alloc(LINE_BYTES);
  const handle = openSync(file, 'r');
  const text = buffer.toString('utf8', 0, readSync(handle, buffer));
  closeSync(handle);
  return (text.includes('\n') ? text : readFileSync(file, 'utf8')).split('\n', 1)[0] ?? '';
}
