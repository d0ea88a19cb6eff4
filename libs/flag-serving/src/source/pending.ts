/** A pending answer that later requests may join until it is too late. */
export interface PendingAnswer<T> {
  readonly result: Promise<T>;
  /** Joins one more request. @returns false when it is too late and the request needs its own answer */
  join(): boolean;
}
