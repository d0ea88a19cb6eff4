/** A service provides this to say whether it can work now. Without it, a running process is ready. */
export interface Readiness {
  /** Why it cannot work now, in a few words that any caller may read; undefined when it can. */
  obstacle(): string | undefined | Promise<string | undefined>;
  /** What a human must look at, in a sentence, while the service goes on; undefined when there is nothing. */
  degradation?(): string | undefined;
}

export const READINESS = Symbol('readiness');
