/** Cache-Control of an answer that holds keys: nobody on its way compresses it, because the length would tell of the keys. */
export const WITH_KEYS = 'no-store, no-transform';
