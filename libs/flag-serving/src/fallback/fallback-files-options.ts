import type { WriteTurn } from './paced-writes.js';

export interface FallbackFilesOptions {
  /** Something could not be written. */
  onFailure?: () => void;
  /** A file gave way to others, because the folder is full. */
  onGivenUp?: () => void;
  /** In which environments are written; left out: at once. */
  inTurn?: WriteTurn;
  /** Of all files; left out: any number. */
  bytesAtMost?: number;
  /** Of all flag sets that wait to be written; left out: any number. */
  waitingBytesAtMost?: number;
  /** Whose an environment is, as far as that is known. */
  tenantOf?: (environmentId: string) => string;
}
