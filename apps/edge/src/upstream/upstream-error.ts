/** Why the upstream gave no usable answer. */
export type UpstreamFault =
  /** No response, or not in time. */
  | 'unreachable'
  /** It responds, but cannot serve the request now. */
  | 'failing'
  /** Its own 401: it does not know the key, or the key is revoked. */
  | 'refused'
  /** It, or an upstream of it, is this edge. */
  | 'loop'
  /** It is no Burgee, or a version without support for edges. */
  | 'unsupported';

export class UpstreamError extends Error {
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    /** The delay that the upstream demanded, else 0. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
    this.name = 'UpstreamError';
  }
}
