/** What can go wrong. */
export type ProblemCode =
  /** 401 of Burgee: the key is wrong, or was rotated. Or no header can have it. Fatal. */
  | 'sdk_key_invalid'
  /** 401 of Burgee: this is a client key, which opens no flag set. Fatal. */
  | 'client_key_not_allowed'
  /** 403 of Burgee: the page's origin is not the URL of the environment. Fatal. */
  | 'origin_not_registered'
  /** The address redirects to another origin, or from https to http. The key is not sent there. */
  | 'redirect_refused'
  /** There is no answer, or the browser hides it. */
  | 'unreachable'
  /** The status is not a success: 5xx, 429, 404; a 401 or 403 that is not Burgee's. */
  | 'unexpected_status'
  /** The answer is not a list of flags. */
  | 'malformed'
  /** Answers have no `ETag`, because a proxy removes it: each change costs a read of all flags. */
  | 'position_missing'
  /** No stream opens or can be read; the client polls instead. */
  | 'stream_unavailable'
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING';

/** What `error` listeners receive. Never thrown. */
export class BurgeeError extends Error {
  constructor(
    /** What went wrong, for programs. */
    readonly code: ProblemCode,
    message: string,
    /** The service refuses the key or the origin: the client asks again every ten minutes. */
    readonly fatal = false,
    /** `Retry-After` of the service, in milliseconds. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}
