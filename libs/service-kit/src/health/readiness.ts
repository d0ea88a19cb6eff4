/** What a service provides to say whether it can do its work now. Without it, a running process is a ready one. */
export interface Readiness {
  isReady(): boolean | Promise<boolean>;
}

export const READINESS = Symbol('readiness');
