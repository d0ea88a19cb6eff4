import type { FlagDifference, PromotedFlag } from '@burgee/contracts/http';
import type { ValueChange } from '../../api/flag-changes.js';
import { stateOf } from '../../toggle/value-patch.js';

/** What restores each flag's value from before the promotion, unless another user has changed it since. */
export function undoPromotion(
  promoted: readonly PromotedFlag[],
  differences: readonly FlagDifference[],
): ValueChange[] | undefined {
  const before = new Map(differences.map(({ flag_id, to }) => [flag_id, to]));
  const changes = promoted.flatMap(({ flag_id: flagId, updated_at: since }) => {
    const value = before.get(flagId);
    return value && since ? [{ flagId, patch: stateOf(value), since }] : [];
  });
  // All or none; an older service does not send the time.
  return changes.length === promoted.length ? changes : undefined;
}
