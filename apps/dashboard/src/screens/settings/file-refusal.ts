import { asApiError } from '../../api/api-error.js';
import { capitalize } from '../../feedback/format.js';

/**
 * Why a file was refused, without what the dialog already says: that nothing was imported, and where something is
 * wrong.
 */
export function fileRefusal(thrown: unknown): unknown {
  const error = asApiError(thrown);
  const detail = error.message.replace(/^Nothing was imported: /, '').replace(' `errors` lists them.', '');
  return detail === error.message ? thrown : error.saying(capitalize(detail));
}
