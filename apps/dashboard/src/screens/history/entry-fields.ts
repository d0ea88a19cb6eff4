import type { AuditEntryView, FlagType } from '@burgee/contracts';
import { exactTime } from '../../feedback/time.js';
import { describeAudience, labelOf, sayField, VALUE_FIELDS, type ValueState } from '../../toggle/describe-value.js';

/** A field before and after; what did not exist has no such side. */
export interface EntryField {
  field: string;
  before?: string;
  after?: string;
}

const LABELS: Record<string, string> = {
  key: 'Key',
  name: 'Name',
  type: 'Type',
  description: 'Description',
  slug: 'Slug',
  icon: 'Icon',
  url: 'Page origin',
  protected: 'Protected',
  email: 'Email',
  role: 'Role',
  previous_key_expires_at: 'Old key',
};
/** Said by the sentence, or by the id of the entry. */
const UNSAID = new Set(['id', 'user_id']);
/** The order of the lines; the service keeps none. */
const ORDER = [...Object.keys(LABELS), ...VALUE_FIELDS, 'environments'];

const isValueField = (field: string): field is keyof ValueState => (VALUE_FIELDS as string[]).includes(field);

type NamesById = Readonly<Record<string, string>>;

/** A deleted flag's values: a line an environment. */
function sayValues(values: readonly Record<string, unknown>[], names: NamesById, type: FlagType): string {
  const lines = values.map((value) => {
    const state = value as unknown as ValueState & { environment_id: string };
    const name = names[state.environment_id] ?? 'a deleted environment';
    return `${name}: ${state.is_enabled ? `on, ${describeAudience(state, type)}` : 'off'}`;
  });
  return lines.join('\n');
}

function say(field: string, value: unknown, names: NamesById, type: FlagType): string {
  if (isValueField(field)) return sayField(field, value as never);
  if (field === 'previous_key_expires_at')
    return value === null ? 'dead at once' : `works until ${exactTime(String(value))}`;
  if (field === 'environments' && Array.isArray(value))
    return sayValues(value as Record<string, unknown>[], names, type);
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const label = (field: string) =>
  isValueField(field) ? labelOf(field) : field === 'environments' ? 'Values' : (LABELS[field] ?? field);

/** What an entry says of each field: those that differ, or all of what came or went. */
export function entryFields(
  { action, old_values: before, new_values: after }: AuditEntryView,
  names: NamesById,
): EntryField[] {
  // It is no change of a field: the answer to "when does the old key end".
  const sides = action === 'sdk_key_rotate' ? { before: null, after: before } : { before, after };
  const given = { ...sides.before, ...sides.after };
  const type = (given.type ?? 'boolean') as FlagType;
  // A flag always begins with the same value: only later ones are news.
  const order = action === 'flag_create' ? Object.keys(LABELS) : ORDER;
  const others = Object.keys(given).filter((field) => !ORDER.includes(field) && !UNSAID.has(field));
  const fields = [...order.filter((field) => Object.hasOwn(given, field)), ...others];
  return fields.flatMap((field): EntryField[] => {
    const old = sides.before?.[field];
    const fresh = sides.after?.[field];
    if (JSON.stringify(old) === JSON.stringify(fresh)) return [];
    // Of what came or went, what it never had needs no line.
    if (
      (sides.before === null || sides.after === null) &&
      (old ?? fresh ?? null) === null &&
      field !== 'previous_key_expires_at'
    )
      return [];
    return [
      {
        field: label(field),
        ...(sides.before !== null && { before: say(field, old ?? null, names, type) }),
        ...(sides.after !== null && { after: say(field, fresh ?? null, names, type) }),
      },
    ];
  });
}
