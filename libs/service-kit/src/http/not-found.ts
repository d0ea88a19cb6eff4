import { DomainError } from '@burgee/contracts/wire';

/** The same response for a missing resource and for one hidden from the account. */
export function notFound(): DomainError {
  return new DomainError('not_found', 'It does not exist, or you have no access to it.');
}
