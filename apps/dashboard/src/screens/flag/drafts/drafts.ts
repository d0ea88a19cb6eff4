import type { FlagValueView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { parseValue } from '@burgee/evaluation';
import { describeJsonFault } from '../../../feedback/errors/describe-json-fault.js';
import { differences, type FieldChange, VALUE_FIELDS } from '../../../toggle/describe-value.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { patchOf, stateOf } from '../../../toggle/value-patch.js';
import { listFault } from '../editor/list-draft.js';
import { texts } from '../texts.js';

const { faults } = texts;

/** What edits a value in one environment. */
export interface EditorProps {
  type: FlagType;
  /** The name of the environment. */
  name: string;
  value: ValueState;
  /** The row before the changes. */
  base: ValueState;
  onChange: (patch: Partial<ValueState>) => void;
}

/** Unsaved changes in one environment. */
export interface Draft {
  /** The row before the changes. */
  base: FlagValueView;
  value: ValueState;
}

/** By environment. */
export type Drafts = Readonly<Record<string, Draft>>;

const isSame = (a: ValueState, b: ValueState) => VALUE_FIELDS.every((field) => a[field] === b[field]);

export function without(drafts: Drafts, environmentId: string): Drafts {
  const { [environmentId]: _gone, ...others } = drafts;
  return others;
}

/** The drafts after a change. A draft equal to its row is dropped, unless a save of that row is running. */
export function change(drafts: Drafts, row: FlagValueView, patch: Partial<ValueState>, isBeingSaved = false): Drafts {
  const base = drafts[row.environment_id]?.base ?? row;
  const value = { ...(drafts[row.environment_id]?.value ?? stateOf(row)), ...patch };
  if (!isBeingSaved && isSame(value, base)) return without(drafts, row.environment_id);
  return { ...drafts, [row.environment_id]: { base, value } };
}

/** Whether another user saved the value since the draft began. */
export const isOvertaken = (draft: Draft, row: FlagValueView) => draft.base.updated_at !== row.updated_at;

/** The changed fields on top of the current row. */
export const onTop = (draft: Draft, row: FlagValueView): ValueState => ({ ...stateOf(row), ...patchOf(draft) });

/** The same changes, based on the current row. */
export function rebase(drafts: Drafts, row: FlagValueView): Drafts {
  const draft = drafts[row.environment_id];
  if (!draft) return drafts;
  return change(without(drafts, row.environment_id), row, patchOf(draft));
}

/** Drops drafts of deleted environments and drafts equal to the current row, unless a save of that row is running. */
export const unsaved = (drafts: Drafts, rows: readonly FlagValueView[], sending: Drafts = {}): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([id, { value }]) =>
      rows.some((row) => row.environment_id === id && (id in sending || !isSame(value, row))),
    ),
  );

/** The drafts after `sent` was saved as `row`: later changes remain unsaved. */
export function afterSaving(drafts: Drafts, sent: Draft, row: FlagValueView): Drafts {
  const now = drafts[row.environment_id];
  if (!now) return drafts;
  return change(
    without(drafts, row.environment_id),
    row,
    patchOf({ base: { ...row, ...sent.value }, value: now.value }),
  );
}

/** The drafts after a failed save: drops a draft that the user reverted during the save. */
export function afterRefusal(drafts: Drafts, environmentId: string): Drafts {
  const now = drafts[environmentId];
  return now && isSame(now.value, now.base) ? without(drafts, environmentId) : drafts;
}

/** The drafts after the user requested approval for `sent`: later changes remain unsaved. */
export function afterRequest(drafts: Drafts, { base, value }: Draft): Drafts {
  const now = drafts[base.environment_id];
  return now && isSame(now.value, value) ? without(drafts, base.environment_id) : drafts;
}

export const changesOf = ({ base, value }: Draft): FieldChange[] => differences(base, value);

export type ValueFaults = Partial<Record<'targeting_attribute' | 'targeting_value' | 'targeting_return_value', string>>;

/**
 * Checks before sending what the service would refuse.
 * @param base the row before the changes: what it already holds refuses nothing
 */
export function faultsOf(value: ValueState, type: FlagType, base?: ValueState): ValueFaults {
  const { targeting_attribute: attribute, targeting_value: is, targeting_return_value: gets } = value;
  const changesRule = attribute !== base?.targeting_attribute || is !== base?.targeting_value;
  const changesReturn = gets !== base?.targeting_return_value;
  return {
    ...(changesRule && faultsOfRule(attribute, is, base?.targeting_value)),
    ...(changesReturn &&
      gets !== null &&
      parseValue(type, gets) === undefined && { targeting_return_value: unreadable(type, gets) }),
  };
}

/** The reason why a text is not a value of the type. */
const unreadable = (type: FlagType, text: string) =>
  type === 'json' ? (describeJsonFault(text) ?? faults.jsonTooMuch) : faults.wanted[type];

function faultsOfRule(attribute: string | null, is: string | null, stored: string | null | undefined): ValueFaults {
  const fault = is === null || is === stored ? undefined : listFault(is);
  return {
    ...(fault !== undefined && { targeting_value: fault }),
    ...(attribute !== null && attribute.trim() === '' && { targeting_attribute: faults.attribute }),
    ...(attribute === null && is !== null && { targeting_attribute: faults.attributeMissing }),
    ...(attribute !== null && is === null && { targeting_value: faults.valueMissing }),
  };
}

/** Why the drafts cannot be saved yet, one sentence each: "Production: Enter an attribute, for example country." */
export const whyNotYet = (drafts: Drafts, type: FlagType): string[] =>
  Object.values(drafts).flatMap(({ base, value }) =>
    Object.values(faultsOf(value, type, base)).map((fault) => faults.in(base.environment_name, fault)),
  );
