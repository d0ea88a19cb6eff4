import { asApiError } from '../../../api/api-error.js';
import { texts } from './texts.js';

/** What is wrong with the name of a shared view, if that is why it was not saved. */
export function nameFault(thrown: unknown): string | undefined {
  const error = asApiError(thrown);
  return error.code === 'duplicate' ? texts.taken : error.faultOf('name');
}
