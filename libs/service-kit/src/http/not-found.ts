import { DomainError } from '@burgee/contracts/wire';

/** The same answer for what does not exist and for what the caller may not see. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'There is nothing here, or it is not yours to see.');
}
