import type { RestoreAction, ValuePart } from '@burgee/contracts/http';
import type { ServedFlag } from '@burgee/contracts/wire';
import { type ValueState, valueState } from '../flags/flag-row.js';
import { partsThatDiffer } from '../promotions/compare-values.js';

/** A present flag of the environment. */
export interface PresentFlag {
  id: string;
  key: string;
  archived: boolean;
  value: ValueState;
}

/** The change of one flag. */
export interface RestoreStep {
  flagId: string;
  key: string;
  action: RestoreAction;
  /** Null when the flag is not served now. */
  from: ValueState | null;
  to: ValueState;
  parts: ValuePart[];
}

interface Decided {
  /** In the order of keys. */
  steps: RestoreStep[];
  /** Flags in use that are newer than the restored flag set. They stay the same. */
  newer: { flagId: string; key: string }[];
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);

/**
 * The steps that restore past values: change values that differ, unarchive archived flags, restore deleted flags.
 * @param past the past flag set
 */
export function decideRestore(past: readonly ServedFlag[], present: readonly PresentFlag[]): Decided {
  const now = new Map(present.map((flag) => [flag.id, flag]));
  const then = new Set(past.map(({ flag_id }) => flag_id));
  const steps = past.flatMap((flag): RestoreStep[] => {
    const [here, to] = [now.get(flag.flag_id), valueState(flag)];
    const step = { flagId: flag.flag_id, key: here?.key ?? flag.key, to };
    if (!here) return [{ ...step, action: 'restore', from: null, parts: [] }];
    const parts = partsThatDiffer(here.value, to);
    if (here.archived) return [{ ...step, action: 'unarchive', from: null, parts }];
    return parts.length > 0 ? [{ ...step, action: 'change', from: here.value, parts }] : [];
  });
  const newer = present
    .filter(({ id, archived }) => !archived && !then.has(id))
    .map(({ id, key }) => ({ flagId: id, key }));
  return { steps: steps.toSorted(byKey), newer: newer.toSorted(byKey) };
}
