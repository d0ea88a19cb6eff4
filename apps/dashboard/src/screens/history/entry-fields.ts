import type { AuditEntryView } from '@burgee/contracts/http';
import { showValue } from '@burgee/contracts/plain';
import type { AuditAction, AuditValues, FlagType } from '@burgee/contracts/wire';
import { texts as environmentTexts } from '../../environment/texts.js';
import { listNames } from '../../feedback/format.js';
import { exactTime } from '../../feedback/time/time.js';
import { showDay } from '../../kinds/kinds.js';
import { texts as kindTexts } from '../../kinds/texts.js';
import {
  describeAudience,
  fieldText,
  labelOf,
  SHOWN_FIELDS,
  shownState,
  type ShownState,
  valueText,
  wantedSides,
} from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { groupRoleIn, sharedViewIn } from './describe-entry.js';
import { texts } from './texts.js';

/** A field before and after; a side that did not exist is undefined. */
export interface EntryField {
  field: string;
  before?: string;
  after?: string;
}

const LABELS = texts.fields;
/** Fields that the sentence or the id of the entry already says. */
const UNSAID = new Set(['id', 'user_id', 'invited_by', 'by', 'kept', 'reverts', 'schedule_id', 'change_request']);
/** The order of the lines; the service does not define one. */
const ORDER = [...Object.keys(LABELS), ...SHOWN_FIELDS, 'environments'];

const kinds: Readonly<Record<string, string>> = kindTexts.kinds;
const colors: Readonly<Record<string, string>> = environmentTexts.colors;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isValueField = (field: string): field is keyof ShownState => (SHOWN_FIELDS as string[]).includes(field);

/** The return value of a rule, and the unconditional value, are two lines. */
const shown = (values: AuditValues): AuditValues =>
  values && 'targeting_return_value' in values ? { ...shownState(values as unknown as ValueState) } : values;

type NamesById = Readonly<Record<string, string>>;

/** The values of a deleted flag, one line per environment. */
function valuesText(values: readonly Record<string, unknown>[], names: NamesById, type: FlagType): string {
  const lines = values.map((value) => {
    const state = value as unknown as ValueState & { environment_id: string };
    const name = names[state.environment_id] ?? texts.unknownEnvironment;
    if (state.served === false) return texts.valueIn(name, texts.notServed);
    return texts.valueIn(name, state.is_enabled ? describeAudience(state, type, Infinity) : texts.off);
  });
  return lines.join('\n');
}

/** What the steps of a schedule change, one line each. */
function stepsText(steps: readonly Record<string, unknown>[], type: FlagType): string {
  const lines = steps.map(({ at, ...patch }) => {
    const fields = Object.entries(patch).map(
      ([field, value]) => `${label(field)}: ${describeField(field, value, {}, type)}`,
    );
    return texts.valueIn(exactTime(String(at)), fields.join(', '));
  });
  return lines.join('\n');
}

/** By slug, and of groups by id. */
const rolesText = (roles: Record<string, string>, names: NamesById): string =>
  Object.entries(roles)
    .map(([environment, role]) => texts.valueIn(names[environment] ?? environment, role))
    .join('\n');

function describeField(field: string, value: unknown, names: NamesById, type: FlagType): string {
  if (isValueField(field)) return fieldText(field, value as never);
  if (field === 'previous_key_expires_at' || field === 'previous_secret_expires_at')
    return value === null ? texts.keyEnded : texts.keyWorks(exactTime(String(value)));
  if ((field === 'expires_at' || field === 'frozen_until') && typeof value === 'string')
    return exactTime(String(value));
  if (field === 'environments' && Array.isArray(value))
    return valuesText(value as Record<string, unknown>[], names, type);
  if (field === 'steps' && Array.isArray(value)) return stepsText(value as Record<string, unknown>[], type);
  if (field === 'approvals') return texts.approvals[Number(value)] ?? String(value);
  if (field === 'reason') return texts.scheduleReasons[String(value)] ?? showValue(String(value));
  if (value === null || value === '') return texts.none;
  if (value === texts.none) return valueText(value);
  if (field === 'environment_roles') return rolesText(value as Record<string, string>, names);
  if (field === 'owner_id') return names[String(value)] ?? texts.unknownPerson;
  if (field === 'kind') return kinds[String(value)] ?? String(value);
  if (field === 'ends_on') return showDay(String(value));
  if (field === 'color') return colors[String(value)] ?? String(value);
  if (field === 'environment_ids' && isTexts(value) && value.length > 0)
    return value.map((id) => names[id] ?? texts.unknownEnvironment).join(', ');
  if (field === 'verbs' && isTexts(value)) return listNames(value.map((verb) => texts.tokenVerbs[verb] ?? verb));
  if (isTexts(value)) return value.length === 0 ? texts.none : value.map(showValue).join(', ');
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'number'
    ? String(value)
    : showValue(typeof value === 'string' ? value : JSON.stringify(value));
}

const label = (field: string) =>
  isValueField(field) ? labelOf(field) : field === 'environments' ? texts.values : (LABELS[field] ?? field);

function ofToken(values: AuditValues): AuditValues {
  if (!values) return null;
  const { token_id: _id, kind: _kind, environments: environment_ids, ...others } = values;
  return { ...others, environment_ids };
}

function ofGroup(values: AuditValues): AuditValues {
  const { environment_roles: roles, ...others } = groupRoleIn(values) ?? {};
  if (others.group === undefined) return null;
  return { ...others, environment_roles: Object.keys(roles ?? {}).length > 0 ? roles : null };
}

/** The text of a field before and after. */
function sidesOf(action: AuditAction, before: AuditValues, after: AuditValues) {
  // Not a change of a field: it says when the old key stops working.
  if (action.endsWith('_rotate')) return { before: null, after: before };
  // The sentence says what was done with the request.
  if (action === 'change_request_update')
    return {
      before: null,
      after: after && (after.flag_keys ? { flag_keys: after.flag_keys } : { flags: after.flags }),
    };
  // It lists ids of environments, where other entries have values by environment.
  if (action.startsWith('token_')) return { before: ofToken(before), after: ofToken(after) };
  if (groupRoleIn(before) ?? groupRoleIn(after)) return { before: ofGroup(before), after: ofGroup(after) };
  if (sharedViewIn(before) ?? sharedViewIn(after))
    return { before: sharedViewIn(before) ?? null, after: sharedViewIn(after) ?? null };
  return { before: shown(before), after: shown(after) };
}

/** The fields of an entry: the changed ones, or all fields of a thing that was created or deleted. */
export function entryFields(
  { action, old_values: before, new_values: after }: AuditEntryView,
  names: NamesById,
): EntryField[] {
  const sides = sidesOf(action, before, after);
  const given = { ...sides.before, ...sides.after };
  const type = (given.type ?? 'boolean') as FlagType;
  // Every flag starts with the same value, so the first one is left out.
  const order = action === 'flag_create' ? Object.keys(LABELS) : ORDER;
  const others = Object.keys(given).filter((field) => !ORDER.includes(field) && !UNSAID.has(field));
  const fields = [...order.filter((field) => Object.hasOwn(given, field)), ...others];
  return fields.flatMap((field): EntryField[] => {
    const old = sides.before?.[field];
    const fresh = sides.after?.[field];
    if (JSON.stringify(old) === JSON.stringify(fresh)) return [];
    // Empty fields of created and deleted things need no line.
    if (
      (sides.before === null || sides.after === null) &&
      (old ?? fresh ?? null) === null &&
      field !== 'previous_key_expires_at'
    )
      return [];
    if (field === 'targeting_value' && sides.before !== null && sides.after !== null) {
      const [was, is] = wantedSides((old ?? null) as string | null, (fresh ?? null) as string | null);
      return [{ field: label(field), before: was, after: is }];
    }
    return [
      {
        field: label(field),
        ...(sides.before !== null && { before: describeField(field, old ?? null, names, type) }),
        ...(sides.after !== null && { after: describeField(field, fresh ?? null, names, type) }),
      },
    ];
  });
}
