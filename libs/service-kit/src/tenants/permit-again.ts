/** Whoever waits longer is looked up anew at its turn: the session may have ended by then, or the membership. */
const PERMIT_HOLDS_MILLISECONDS = 100;

/** A request whose caller a guard has let pass. */
export interface PermittedRequest {
  /** Looks the caller up once more. @throws what the guard throws to somebody who may not */
  permitAgain?: () => Promise<void>;
}

/**
 * What runs when it is the turn of the request: `work`, if its caller may still ask for it.
 * @returns rejects with what the guard throws
 */
export function whenPermitted<T>({ permitAgain }: PermittedRequest, work: () => Promise<T>): () => Promise<T> {
  const permittedAt = performance.now();
  return async () => {
    if (performance.now() - permittedAt > PERMIT_HOLDS_MILLISECONDS) await permitAgain?.();
    return work();
  };
}
