/** What can go wrong. */
export type ProblemCode =
  /** 401: the key is wrong, or was rotated. Fatal. */
  | 'sdk_key_invalid'
  /** 403: the page's origin is not the URL of the environment. Fatal. */
  | 'origin_not_registered'
  /** The address redirects to another origin, or from https to http. The key is not sent there. */
  | 'redirect_refused'
  /** There is no answer, or one that the browser hides. */
  | 'unreachable'
  /** The status is not a success: 5xx, 429, 404. */
  | 'unexpected_status'
  /** The answer is not a list of flags. */
  | 'malformed'
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING';

/** What `error` listeners receive. Never thrown. */
export class BurgeeError extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    /** The client sends no more requests. */
    readonly fatal = false,
    /** `Retry-After` of the service, in milliseconds. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}
