import { DomainError, unavailable } from '@burgee/contracts/wire';
import { SourceUnavailable } from '../source/source-unavailable.js';

/** Maps any error to a documented one. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof SourceUnavailable) return unavailable(error);
  return new DomainError('internal', 'Something went wrong. Report it with the request id.', { cause: error });
}
