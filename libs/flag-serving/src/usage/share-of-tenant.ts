import type { KeyKind } from '@burgee/contracts/wire';

/**
 * Of what is left, so that those who come anew find some: one tenant alone takes a fifth with SDK keys, and a ninth with client keys
 * besides, which are in every page.
 */
export const SHARE_OF_TENANT: Record<KeyKind, number> = { sdk: 1 / 4, client: 1 / 8 };
