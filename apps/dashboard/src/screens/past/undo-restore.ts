import type { RestoredFlag } from '@burgee/contracts/http';
import { FLAGS_CHANGED_AT_MOST, type ValueChange } from '../../api/flag-changes.js';

/**
 * What gives each flag back the value that it had before it was restored, unless somebody has changed it since. Undefined where
 * something else came back, such as a deleted flag, or more than one call changes.
 */
export function undoRestore(restored: readonly RestoredFlag[]): ValueChange[] | undefined {
  const changes = restored.flatMap(({ flag_id: flagId, action, from, updated_at: since }) =>
    action === 'change' && from && since ? [{ flagId, patch: { ...from }, since }] : [],
  );
  return changes.length === restored.length && changes.length <= FLAGS_CHANGED_AT_MOST ? changes : undefined;
}
