/** A service provides this to say whether it can work now. Without it, a running process is ready. */
export interface Readiness {
  isReady(): boolean | Promise<boolean>;
  /** What a human must look at, in a sentence, while the service goes on; undefined when there is nothing. */
  degradation?(): string | undefined;
}

export const READINESS = Symbol('readiness');
