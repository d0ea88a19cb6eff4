import type { KeyKind } from '@burgee/contracts/wire';

const TABLES: Record<KeyKind, string> = { sdk: 'flags.sdk_keys', client: 'flags.client_keys' };

export const KEY_KINDS: readonly KeyKind[] = ['sdk', 'client'];

/** For the tag `sql`, which takes what a function returns as a part of the statement: it is a name of ours, never a value. */
export const keyTable = (kind: KeyKind) => () => TABLES[kind];
