/** A service provides this to report whether it can work. Without it, a running process is ready. */
export interface Readiness {
  /** Why it cannot work now, in a few words that any caller may read; undefined when it can. */
  obstacle(): string | undefined | Promise<string | undefined>;
  /** What a human must look at, in a sentence, while the service keeps running; undefined when there is nothing. */
  degradation?(): string | undefined;
}

export const READINESS = Symbol('readiness');
