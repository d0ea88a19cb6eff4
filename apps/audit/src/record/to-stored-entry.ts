import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { AuditAction, AuditValues, InstanceAction } from '@burgee/contracts/wire';
import canonicalize from 'canonicalize';

/** What is known of a person who is named in entries. Users have the id of the user; people who are only invited that of the entry. */
export interface Person {
  person_id: string;
  name?: string;
  /** Or the network address that a sign-in came from, by the id of its entry: `erase_person` finds both. */
  email?: string;
}

export interface StoredEntry {
  /** Canonical JSON (RFC 8785), without names and e-mail addresses of people. */
  content: string;
  people: Person[];
}

/** Of a project or of the instance. */
export type RecordedMessage = Omit<AuditRecordV1, 'action'> & { action: AuditAction | InstanceAction };

/** The values without the address that somebody came from, which is known by the id of the entry. */
function withoutAddress(values: AuditValues | undefined, entryId: string, people: Person[]): AuditValues {
  if (!values || typeof values.address !== 'string') return values ?? null;
  const { address, ...rest } = values;
  people.push({ person_id: entryId, email: address });
  return { ...rest, address_of: entryId };
}

/** The values with the id of a person in the place of the e-mail address. */
function withoutEmail(given: AuditValues | undefined, entryId: string, people: Person[]): AuditValues {
  const values = withoutAddress(given, entryId, people);
  if (!values || typeof values.email !== 'string') return values;
  const { email, ...rest } = values;
  const person_id = typeof rest.user_id === 'string' ? rest.user_id : entryId;
  people.push({ person_id, email });
  return { ...rest, email_of: person_id };
}

/** An entry as it is stored. `toEntryView` is the way back. */
export function toStoredEntry(message: RecordedMessage): StoredEntry {
  const people: Person[] = [{ person_id: message.user_id, name: message.user_name }];
  const content = canonicalize({
    id: message.event_id,
    action: message.action,
    project_id: message.project_id,
    flag_id: message.flag_id ?? null,
    flag_key: message.flag_key ?? null,
    environment_id: message.environment_id ?? null,
    environment_name: message.environment_name ?? null,
    user_id: message.user_id,
    old_values: withoutEmail(message.old_values, message.event_id, people),
    new_values: withoutEmail(message.new_values, message.event_id, people),
    position: message.position ?? null,
    request_id: message.request_id ?? null,
    ...(message.group_id && { group_id: message.group_id }),
    ...(message.comment && { comment: message.comment }),
    ...(message.bypass_reason && { bypass_reason: message.bypass_reason }),
    created_at: new Date(message.occurred_at).toISOString(),
    // It gives no text for undefined alone.
  }) as string;
  return { content, people: mergePeople(people) };
}

/** One of each person; what comes later counts. */
export function mergePeople(people: readonly Person[]): Person[] {
  const byId = new Map<string, Person>();
  for (const person of people) byId.set(person.person_id, { ...byId.get(person.person_id), ...person });
  return [...byId.values()];
}
