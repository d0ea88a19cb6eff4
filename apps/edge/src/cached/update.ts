import type { ChangeRow, EdgeAccess, FlagSet } from '@burgee/contracts/wire';

/** Something that the upstream said. What serves knows nothing else of it, in whichever process that is. */
export type UpstreamUpdate =
  /** The flags of an environment, in the place of those before. @param changes that led to them, where some are known */
  | { kind: 'flag-set'; set: FlagSet; changes?: readonly ChangeRow[] }
  /** The change that follows what is cached. */
  | { kind: 'change'; row: ChangeRow }
  | { kind: 'access'; access: EdgeAccess }
  /** The upstream has named it since this edge started: it is followed from here on. What is only in a file is not. */
  | { kind: 'followed'; environmentId: string }
  /** Of each configured key, the upstream has said what it opens, or that it opens nothing. */
  | { kind: 'configured-keys-known' }
  /** The upstream is there, or silent. */
  | {
      kind: 'heard';
      environmentId: string;
      /** When it last said that what is cached is current, ms since 1970. */
      at: number;
      isCurrent: boolean;
    }
  /** No key that is known here opens it any more. */
  | { kind: 'gone'; environmentId: string };
