import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';

/** What the API shows in place of a name that was erased. */
export const ERASED_NAME = 'Erased person';

/** A row of `audit.people`. Both are null when they were never known or are erased. */
export interface PersonRow {
  person_id: string;
  name: string | null;
  email: string | null;
}

type Content = Omit<AuditEntryView, 'user_name' | 'group_id'> & { position: unknown; group_id?: string };

const personIn = (values: AuditValues): string[] => (typeof values?.email_of === 'string' ? [values.email_of] : []);

/** Of everybody whom a stored entry names. */
export function peopleIn({ user_id, old_values, new_values }: Content): string[] {
  return [user_id, ...personIn(old_values), ...personIn(new_values)];
}

function withEmail(values: AuditValues, people: ReadonlyMap<string, PersonRow>): AuditValues {
  const [person] = personIn(values);
  if (!values || person === undefined) return values;
  const { email_of: _person, ...rest } = values;
  return { ...rest, email: people.get(person)?.email ?? null };
}

/** An entry as the API shows it. */
export function toEntryView(stored: Content, people: ReadonlyMap<string, PersonRow>): AuditEntryView {
  const { position: _position, ...entry } = stored;
  return {
    ...entry,
    group_id: entry.group_id ?? null,
    user_name: people.get(entry.user_id)?.name ?? ERASED_NAME,
    old_values: withEmail(entry.old_values, people),
    new_values: withEmail(entry.new_values, people),
  };
}

export type { Content as StoredContent };
