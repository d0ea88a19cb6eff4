/** A request whose caller a guard has let pass. */
export interface AuthorizedRequest {
  /** Looks the caller up again. @throws what the guard throws to a caller who may not ask */
  reauthorize?: () => Promise<void>;
}

/**
 * For a request that takes or waits long: its session may end meanwhile, or its membership.
 * @returns to be awaited before each part of the work; looks the caller up again where that was done so many milliseconds ago, and
 *   rejects with what the guard throws
 */
export function reauthorize(request: AuthorizedRequest, afterMs: number): () => Promise<void> {
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < afterMs) return;
    await request.reauthorize?.();
    checkedAt = performance.now();
  };
}
