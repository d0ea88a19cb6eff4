/** An answer that is on its way, and that later requests for the same may share as long as it is not too late. */
export interface PendingAnswer<T> {
  readonly result: Promise<T>;
  /** Counts one more request in. @returns false when it may not share this answer and has to ask for one of its own */
  join(): boolean;
}
