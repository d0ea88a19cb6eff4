/** A request for which more is read than its answer shows. */
export interface CountedRequest {
  /** Bytes, which are paid for as if they were answered. */
  readBeside?: number;
}
