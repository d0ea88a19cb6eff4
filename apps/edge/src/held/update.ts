import type { ChangeRow, EdgeAccess, FlagSet } from '@burgee/contracts/wire';

/** Something that the upstream said. What serves knows nothing else of it, in whichever process that is. */
export type Update =
  /** The flags of an environment, in the place of those before. */
  | { kind: 'flag-set'; set: FlagSet }
  /** The change that follows what is held. */
  | { kind: 'change'; row: ChangeRow }
  | { kind: 'access'; access: EdgeAccess }
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
