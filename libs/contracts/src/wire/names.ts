/** Names of the SDK API that more than one service uses. */
export const SDK_KEY_HEADER = 'x-sdk-key';
/** OFREP carries a key here or in `Authorization: Bearer`. */
export const API_KEY_HEADER = 'x-api-key';
/** The beginning of the addresses of OFREP, the OpenFeature Remote Evaluation Protocol. */
export const OFREP_PREFIX = '/ofrep/';
/** The beginning of the addresses of Unleash's client API. */
export const UNLEASH_PREFIX = '/unleash/api/';
/** A report of an Unleash SDK about 5,000 flags fits. */
export const UNLEASH_REPORT_BYTES_AT_MOST = 1024 * 1024;
/**
 * `Vary` of every answer of the SDK API, of any status: the headers that an answer depends on, including all that
 * can carry a credential. Without it a cache would serve one key's flags to another.
 */
export const SDK_VARY = 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization';
/** The position that a write has made in the one environment that it is about. */
export const POSITION_HEADER = 'burgee-position';
/** The position that a read must not be older than. */
export const MIN_POSITION_HEADER = 'burgee-min-position';
/** Of a bounded source: when what it answers was last known to be current, ISO 8601 in UTC with milliseconds. */
export const AS_OF_HEADER = 'burgee-as-of';
/** The default of SESSION_COOKIE_NAME: clients rely on this name. */
export const SESSION_COOKIE = 'token';
export const REQUEST_ID_HEADER = 'x-request-id';
/** How long a request waited in the queue of the api-gateway, in whole milliseconds: a part of what its caller waits. */
export const WAITED_HEADER = 'x-burgee-waited';
/** On a request that reached the api-gateway through a proxy: it named another client, host or hop. */
export const PROXIED_HEADER = 'x-burgee-proxied';
/**
 * The seed of the advisory lock of an account. Who disables or deletes it holds the lock; every change in a project shares
 * that of its author, so that none is in progress when the account has ended.
 */
export const ACCOUNT_LOCK_SEED = 7_214_004;
/**
 * The same of a project's members: who changes them holds the lock alone, and every other change in the project shares it.
 */
export const MEMBERS_LOCK_SEED = 7_214_002;
/** 7 days: cookie, token and session row alike. */
export const SESSION_LIFETIME_SECONDS = 604_800;
