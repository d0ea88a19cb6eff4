import type { ChangeRow, EdgeAccess, FlagSet } from '@burgee/contracts/wire';

/** Something that the upstream said. What serves knows nothing else of it, in whichever process that is. */
export type Update =
  /** The flags of an environment, in the place of those before. @param changes that led to them, where some are known */
  | { kind: 'flag-set'; set: FlagSet; changes?: readonly ChangeRow[] }
  /** The change that follows what is held. */
  | { kind: 'change'; row: ChangeRow }
  | { kind: 'access'; access: EdgeAccess }
  /** The upstream has named it since this edge started: it is followed from here on. What is only in a file is not. */
  | { kind: 'followed'; environmentId: string }
  /** Of each key that was given, the upstream has said what it opens, or that it opens nothing. */
  | { kind: 'given-keys-known' }
  /** The upstream is there, or silent. */
  | {
      kind: 'heard';
      environmentId: string;
      /** When it last said that what is held is current, ms since 1970. */
      at: number;
      isCurrent: boolean;
    }
  /** No key that is known here opens it any more. */
  | { kind: 'gone'; environmentId: string };
