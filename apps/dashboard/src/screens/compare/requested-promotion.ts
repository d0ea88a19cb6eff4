import type { UpdateFlagValueRequest, ValuePart } from '@burgee/contracts/http';
import type { PromotionPlan } from '../../api/promotions.js';
import type { RequestedChanges } from '../../api/requested-changes.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { isServedBy, planLines } from './plan-lines.js';

const FIELDS: Readonly<Record<ValuePart, readonly (keyof ValueState)[]>> = {
  switch: ['is_enabled'],
  rollout: ['rollout_percentage'],
  rule: ['targeting_attribute', 'targeting_value', 'targeting_return_value'],
};

const patchOf = (value: ValueState, parts: readonly ValuePart[]): UpdateFlagValueRequest =>
  Object.fromEntries(parts.flatMap((part) => FIELDS[part].map((field) => [field, value[field]])));

/** A promotion in the form of requested changes. */
export function requestedPromotion(environmentId: string, planned: PromotionPlan): RequestedChanges {
  const byFlag = new Map(planned.differences.map((difference) => [difference.flag_id, difference]));
  const changes = planned.plan.changes.flatMap(({ flag_id, parts }) => {
    const difference = byFlag.get(flag_id);
    if (!difference) return [];
    const patch = { ...patchOf(difference.from, parts), ...(isServedBy(difference) && { served: true as const }) };
    return [{ flag_id, patch }];
  });
  return { environmentId, changes, shown: planLines(planned).map(({ key, changes: its }) => ({ key, changes: its })) };
}
