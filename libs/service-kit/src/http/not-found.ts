import { DomainError } from '@burgee/contracts/wire';

/** The same answer for what does not exist and for what the caller may not see. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'It does not exist, or you have no access to it.');
}
