/** Cache-Control of a response with keys: no intermediary may compress it, because the length would reveal them. */
export const WITH_KEYS = 'no-store, no-transform';
