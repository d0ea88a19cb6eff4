import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** Size limit of the current file. With the previous one, a process keeps twice as much, like containers. */
export const LOG_BYTES_AT_MOST = 25_000_000;

/**
 * Moves the contents of a long log to a second file, `….1`, and replaces the earlier one. The process keeps writing to
 * the first file, which it has open for appending. Clients control the number of log lines, so nothing else bounds the
 * disk.
 */
export function cutLog(file: string, bytesAtMost: number): void {
  try {
    if (statSync(file).size <= bytesAtMost) return;
    try {
      copyFileSync(file, `${file}.1`);
    } finally {
      // Especially when the disk is full.
      truncateSync(file);
    }
  } catch {
    // The file or its folder was removed, which does not matter to the process.
  }
}

/** The end of a log, without reading the rest; empty if the log was removed. */
export function endOfLog(file: string, bytes: number): string {
  if (!existsSync(file)) return '';
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const end = Buffer.alloc(Math.min(bytes, size));
    return end.toString('utf8', 0, readSync(log, end, 0, end.length, size - end.length));
  } finally {
    closeSync(log);
  }
}
