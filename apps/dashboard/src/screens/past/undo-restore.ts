import type { RestoredFlag } from '@burgee/contracts/http';
import { FLAGS_CHANGED_AT_MOST, type ValueChange } from '../../api/flag-changes.js';
import { stateOf } from '../../toggle/value-patch.js';

/**
 * What gives each flag back its value from before the restore, unless another user has changed it since. Undefined
 * where the restore brought back something else, such as a deleted flag, or is more than one call can change.
 */
export function undoRestore(restored: readonly RestoredFlag[]): ValueChange[] | undefined {
  const changes = restored.flatMap(({ flag_id: flagId, action, from, updated_at: since }) =>
    action === 'change' && from && since ? [{ flagId, patch: stateOf(from), since }] : [],
  );
  return changes.length === restored.length && changes.length <= FLAGS_CHANGED_AT_MOST ? changes : undefined;
}
