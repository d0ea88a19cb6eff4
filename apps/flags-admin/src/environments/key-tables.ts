import type { KeyKind } from '@burgee/contracts/wire';

const TABLES: Record<KeyKind, string> = { sdk: 'flags.sdk_keys', client: 'flags.client_keys' };

export const KEY_KINDS: readonly KeyKind[] = ['sdk', 'client'];

/** The tag `sql` inserts the result of a function as raw text. The name is a constant, never a value. */
export const keyTable = (kind: KeyKind) => () => TABLES[kind];
