import { Unsendable } from './to-message.js';

/**
 * What became of telling a fact:
 * refused = this fact can never be told; silent = no answer, or none that helps; nobody = there is nobody to tell.
 */
export type Outcome =
  { kind: 'told' } | { kind: 'refused'; reason: string } | { kind: 'silent'; reason: string } | { kind: 'nobody' };

interface Answered {
  status: string;
  message: string;
}

const isAnswer = (error: unknown): error is Answered =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error;

/** NATS says at once that nobody listens; so does our own client when it has no connection. */
const NOBODY = /no subscribers listening|not connected/i;
const TOO_LARGE = /max_?payload/i;

/** Reads the error of a failed telling. Only what can never succeed counts against the fact itself. */
export function outcomeOf(error: unknown): Outcome {
  if (isAnswer(error) && error.status === 'refused') return { kind: 'refused', reason: error.message };
  const reason = error instanceof Error || isAnswer(error) ? error.message : String(error);
  if (error instanceof Unsendable || TOO_LARGE.test(reason)) return { kind: 'refused', reason };
  return NOBODY.test(reason) ? { kind: 'nobody' } : { kind: 'silent', reason };
}
