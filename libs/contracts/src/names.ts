/** Names of the SDK API that more than one service has to know. */
export const SDK_KEY_HEADER = 'x-sdk-key';
export const SESSION_COOKIE = 'token';
export const REQUEST_ID_HEADER = 'x-request-id';
/** 7 days: cookie, token and session row alike. */
export const SESSION_LIFETIME_SECONDS = 604_800;
