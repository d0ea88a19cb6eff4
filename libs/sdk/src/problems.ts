/** What can go wrong, in a word. */
export type ProblemCode =
  /** 401: wrong, or rotated away. Fatal. */
  | 'sdk_key_invalid'
  /** 403: the page's origin is no environment's URL. Fatal. */
  | 'origin_not_registered'
  /** No answer, or one that a browser hides. */
  | 'unreachable'
  /** An answer that is no success: 5xx, 429, 404. */
  | 'unexpected_status'
  /** An answer that is no list of flags. */
  | 'malformed'
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING';

/** Handed to `error` listeners. Never thrown. */
export class BurgeeError extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    /** Nothing more is asked of the service. */
    readonly fatal = false,
    /** Milliseconds that the service asked to wait for. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}
