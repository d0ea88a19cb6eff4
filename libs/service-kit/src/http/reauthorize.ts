/** A request that a guard has let pass. */
export interface AuthorizedRequest {
  /** Checks the client again. @throws what the guard throws when access is denied */
  reauthorize?: () => Promise<void>;
}

/**
 * For a request that works or waits long: its session or membership may end in that time.
 * @returns a function to await before each part of the work; it checks the client again once the last check is this
 * many milliseconds old, and rejects with what the guard throws
 */
export function reauthorize(request: AuthorizedRequest, afterMs: number): () => Promise<void> {
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < afterMs) return;
    await request.reauthorize?.();
    checkedAt = performance.now();
  };
}
