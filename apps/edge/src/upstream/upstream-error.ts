/** Why the upstream gave no answer that can be used. */
export type UpstreamFault =
  /** It does not answer, or not in time. */
  | 'unreachable'
  /** It answers, and cannot do what was asked now. */
  | 'failing'
  /** Its own 401: the key is unknown or revoked there. */
  | 'refused'
  /** It, or one behind it, is this edge. */
  | 'loop'
  /** It is no Burgee, or one that knows no edges. */
  | 'unsupported';

export class UpstreamError extends Error {
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    /** As the upstream asked, else 0. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
    this.name = 'UpstreamError';
  }
}
