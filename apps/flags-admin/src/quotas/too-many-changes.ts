import { DomainError } from '@burgee/contracts/wire';

/** A refusal that names the limit, when to try again and who can raise it. */
export function tooManyChanges(reason: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const advice = `Try again in ${seconds} s, or ask the operator of this service to raise the limit.`;
  return new DomainError('too_many_requests', `${reason} ${advice}`, { retryAfterSeconds: seconds });
}
