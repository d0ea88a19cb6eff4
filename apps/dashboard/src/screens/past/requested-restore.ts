import type { RestoredFlag } from '@burgee/contracts/http';
import type { RequestedChanges } from '../../api/requested-changes.js';
import { stateOf } from '../../toggle/value-patch.js';

/** A restore in the form of requested changes: of the values alone, because a request brings no flag back. */
export function requestedRestore(
  environmentId: string,
  changes: readonly RestoredFlag[],
): RequestedChanges | undefined {
  const values = changes.filter(({ action }) => action === 'change');
  if (values.length === 0) return undefined;
  return { environmentId, changes: values.map(({ flag_id, to }) => ({ flag_id, patch: stateOf(to) })) };
}
