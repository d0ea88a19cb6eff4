import type { FlagType, FlagValueView } from '@burgee/contracts';
import { differences, type FieldChange, VALUE_FIELDS, type ValueState } from '../../toggle/describe-value.js';

/** What somebody has changed in an environment and not saved yet. */
export interface Draft {
  /** The row it was made from. */
  base: FlagValueView;
  value: ValueState;
}

/** By environment. */
export type Drafts = Readonly<Record<string, Draft>>;

export function stateOf(row: ValueState): ValueState {
  const { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value } = row;
  return { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value };
}

const isSame = (a: ValueState, b: ValueState) => VALUE_FIELDS.every((field) => a[field] === b[field]);

export function without(drafts: Drafts, environmentId: string): Drafts {
  const { [environmentId]: _gone, ...others } = drafts;
  return others;
}

/** The drafts after a change; one that is put back to what it was made from is none, unless that is about to become something else. */
export function change(drafts: Drafts, row: FlagValueView, patch: Partial<ValueState>, isBeingSaved = false): Drafts {
  const base = drafts[row.environment_id]?.base ?? row;
  const value = { ...(drafts[row.environment_id]?.value ?? stateOf(row)), ...patch };
  if (!isBeingSaved && isSame(value, base)) return without(drafts, row.environment_id);
  return { ...drafts, [row.environment_id]: { base, value } };
}

/** Somebody has saved another value since the draft was begun. */
export const isOvertaken = (draft: Draft, row: FlagValueView) => draft.base.updated_at !== row.updated_at;

/** What was touched, on the row as it is now: all else follows the row. */
export const onTop = (draft: Draft, row: FlagValueView): ValueState => ({ ...stateOf(row), ...patchOf(draft) });

/** The same wishes, on the row as it is now. */
export function rebase(drafts: Drafts, row: FlagValueView): Drafts {
  const draft = drafts[row.environment_id];
  if (!draft) return drafts;
  return change(without(drafts, row.environment_id), row, patchOf(draft));
}

/**
 * Without those that ask for what is there already, unless that is being saved and so about to become something else, and
 * those of environments that are gone.
 */
export const unsaved = (drafts: Drafts, rows: readonly FlagValueView[], sending: Drafts = {}): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([id, { value }]) =>
      rows.some((row) => row.environment_id === id && (id in sending || !isSame(value, row))),
    ),
  );

/** After `sent` was saved, as `row` tells: what was typed since is still to be saved. */
export function afterSaving(drafts: Drafts, sent: Draft, row: FlagValueView): Drafts {
  const now = drafts[row.environment_id];
  if (!now) return drafts;
  return change(
    without(drafts, row.environment_id),
    row,
    patchOf({ base: { ...row, ...sent.value }, value: now.value }),
  );
}

/** After nothing was saved: a draft that was put back meanwhile is none. */
export function afterRefusal(drafts: Drafts, environmentId: string): Drafts {
  const now = drafts[environmentId];
  return now && isSame(now.value, now.base) ? without(drafts, environmentId) : drafts;
}

/** What is to be sent: the fields that were touched. */
export function patchOf({ base, value }: Draft): Partial<ValueState> {
  return Object.fromEntries(
    VALUE_FIELDS.filter((field) => base[field] !== value[field]).map((field) => [field, value[field]]),
  );
}

export const changesOf = ({ base, value }: Draft): FieldChange[] => differences(base, value);

export type ValueFaults = Partial<Record<'targeting_attribute' | 'targeting_value' | 'targeting_return_value', string>>;

const PARSES: Record<FlagType, (text: string) => boolean> = {
  boolean: (text) => text === 'true' || text === 'false',
  string: () => true,
  number: (text) => text.trim() !== '' && Number.isFinite(Number(text)),
  json: (text) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  },
};
const WANTED: Record<FlagType, string> = {
  boolean: 'Write true or false.',
  string: '',
  number: 'Write a number, such as 20 or 1.5.',
  json: 'This is not JSON. Texts in it need "double quotes".',
};

/** What the service would refuse, said before it is asked. */
export function faultsOf(value: ValueState, type: FlagType): ValueFaults {
  const { targeting_attribute: attribute, targeting_value: is, targeting_return_value: gets } = value;
  return {
    ...(attribute !== null &&
      attribute.trim() === '' && { targeting_attribute: 'Name an attribute, such as country.' }),
    ...(attribute === null && is !== null && { targeting_attribute: 'Name the attribute that is compared.' }),
    ...(attribute !== null && is === null && { targeting_value: 'Say what it is compared with.' }),
    ...(gets !== null && !PARSES[type](gets) && { targeting_return_value: WANTED[type] }),
  };
}

/** Why nothing of it can be saved yet, a sentence each: "Production: Name an attribute, such as country." */
export const whyNotYet = (drafts: Drafts, type: FlagType): string[] =>
  Object.values(drafts).flatMap(({ base, value }) =>
    Object.values(faultsOf(value, type)).map((fault) => `${base.environment_name}: ${fault}`),
  );
