import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditValues, Provenance } from '@burgee/contracts/wire';

/** Replaces an erased name. */
export const ERASED_NAME = 'Erased person';

/** A row of `audit.people`. Name and email are null when they are unknown or erased. */
export interface PersonRow {
  person_id: string;
  name: string | null;
  email: string | null;
}

type Content = Omit<AuditEntryView, 'user_name' | 'group_id' | 'comment' | 'bypass_reason' | keyof Provenance> & {
  position: unknown;
  group_id?: string;
  comment?: string;
  bypass_reason?: string;
} & Partial<Provenance>;

const ADDRESSES = { email_of: 'email', address_of: 'address' } as const;

const personIn = (values: AuditValues): string[] =>
  Object.keys(ADDRESSES).flatMap((name) => (typeof values?.[name] === 'string' ? [values[name]] : []));

/** The ids of all people in a stored entry. */
export function peopleIn({ user_id, old_values, new_values }: Content): string[] {
  return [user_id, ...personIn(old_values), ...personIn(new_values)];
}

function withEmail(values: AuditValues, people: ReadonlyMap<string, PersonRow>): AuditValues {
  if (!values) return values;
  const shown = Object.entries(values).map(([name, value]) =>
    name in ADDRESSES && typeof value === 'string'
      ? [ADDRESSES[name as keyof typeof ADDRESSES], people.get(value)?.email ?? null]
      : [name, value],
  );
  return Object.fromEntries(shown);
}

/** An entry as the API shows it. */
export function toEntryView(stored: Content, people: ReadonlyMap<string, PersonRow>): AuditEntryView {
  const { position: _position, ...entry } = stored;
  return {
    ...entry,
    group_id: entry.group_id ?? null,
    comment: entry.comment ?? null,
    bypass_reason: entry.bypass_reason ?? null,
    performed_by: entry.performed_by ?? null,
    on_behalf_of: entry.on_behalf_of ?? null,
    via: entry.via ?? null,
    run: entry.run ?? null,
    user_name: people.get(entry.user_id)?.name ?? ERASED_NAME,
    old_values: withEmail(entry.old_values, people),
    new_values: withEmail(entry.new_values, people),
  };
}

export type { Content as StoredContent };
