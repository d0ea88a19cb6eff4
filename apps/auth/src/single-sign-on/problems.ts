import type { Refusal } from './decide-sign-in.js';

/** Why a way to a provider and back ended without what it was for. The page has a sentence for each. */
export const PROBLEMS = [
  'account_disabled',
  'answer_refused',
  'attempt_unknown',
  'denied',
  'email_missing',
  'email_taken',
  'identity_taken',
  'other_person',
  'provider_unavailable',
  'registration_closed',
  'session_ended',
  'too_many_requests',
  'unavailable',
] as const satisfies readonly (Refusal | string)[];
export type Problem = (typeof PROBLEMS)[number];

export class SignInProblem extends Error {
  constructor(readonly problem: Problem) {
    super(problem);
  }
}
