import type { ChangeRow, EdgeAccess, FlagSet } from '@burgee/contracts/wire';

/** An update from the upstream. The serving processes know the upstream only through these. */
export type UpstreamUpdate =
  /**
   * The flags of an environment, which replace the former ones. @param changes the changes between them, where known
   */
  | { kind: 'flag-set'; set: FlagSet; changes?: readonly ChangeRow[] }
  /** A change that follows the cached revision. */
  | { kind: 'change'; row: ChangeRow }
  | { kind: 'access'; access: EdgeAccess }
  /**
   * The upstream has named the environment since this edge started, so it is followed from now on. One in a file only
   * is not.
   */
  | { kind: 'followed'; environmentId: string }
  /** The upstream has answered for each configured key, even if it refused the key. */
  | { kind: 'configured-keys-known' }
  /** The upstream is up or down. */
  | {
      kind: 'heard';
      environmentId: string;
      /** When it last confirmed that the cached state is current, ms since 1970. */
      at: number;
      isCurrent: boolean;
    }
  /** No known key opens it any more. */
  | { kind: 'gone'; environmentId: string };
