import type { Limit } from './paced-writes.js';

export interface FallbackFilesOptions {
  /** Something could not be written. */
  onFailure?: () => void;
  /** A file gave way to others, because the folder is full. */
  onGivenUp?: () => void;
  /** Of files that are written at a time; left out: two. */
  limit?: Limit;
  /** Of all files; left out: any number. */
  bytesAtMost?: number;
  /** Of all flag sets that wait to be written; left out: any number. */
  waitingBytesAtMost?: number;
}
