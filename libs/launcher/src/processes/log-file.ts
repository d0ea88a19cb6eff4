import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** Of the present file. With the one before, a process keeps twice as much: as containers do. */
export const LOG_BYTES_AT_MOST = 25_000_000;

/**
 * Moves the content of a log that has grown long to a second file, `….1`, in place of what was there. The process goes on writing to
 * the first one, which it has opened to append. Callers decide how many lines there are, so nothing else bounds the disk.
 */
export function cutLog(file: string, bytesAtMost: number): void {
  try {
    if (statSync(file).size <= bytesAtMost) return;
    try {
      copyFileSync(file, `${file}.1`);
    } finally {
      // Also when the disk is full, then above all.
      truncateSync(file);
    }
  } catch {
    // Somebody has removed it, or the folder with it. The process itself is none the worse.
  }
}

/** The last bytes of a log, and no more of it: it may be long. */
export function endOfLog(file: string, bytes: number): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const end = Buffer.alloc(Math.min(bytes, size));
    return end.toString('utf8', 0, readSync(log, end, 0, end.length, size - end.length));
  } finally {
    closeSync(log);
  }
}
