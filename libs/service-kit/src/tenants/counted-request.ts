/** What a request costs beside its answer. */
export interface CountedRequest {
  /** Bytes, which are paid for as if they were answered. */
  readBeside?: number;
  /** How many values its body has, at every depth. */
  bodyValues?: number;
}
