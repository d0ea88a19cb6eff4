import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { AuditAction, AuditValues, InstanceAction, Provenance } from '@burgee/contracts/wire';
import canonicalize from 'canonicalize';

/**
 * The personal data of a person in entries. A user has the user's id. An invited person without an account has the id
 * of the entry.
 */
export interface Person {
  person_id: string;
  name?: string;
  /** Or the address of a sign-in, under the id of its entry. `erase_person` finds both. */
  email?: string;
}

export interface StoredEntry {
  /** Canonical JSON (RFC 8785) without names and email addresses. */
  content: string;
  people: Person[];
}

/** A message of a project or of the instance. */
export type RecordedMessage = Omit<AuditRecordV1, 'action'> & { action: AuditAction | InstanceAction };

/** Replaces the client address in the values, and stores it under the id of the entry. */
function withoutAddress(values: AuditValues | undefined, entryId: string, people: Person[]): AuditValues {
  if (!values || typeof values.address !== 'string') return values ?? null;
  const { address, ...rest } = values;
  people.push({ person_id: entryId, email: address });
  return { ...rest, address_of: entryId };
}

/** Replaces the email address in the values by the id of the person. */
function withoutEmail(given: AuditValues | undefined, entryId: string, people: Person[]): AuditValues {
  const values = withoutAddress(given, entryId, people);
  if (!values || typeof values.email !== 'string') return values;
  const { email, ...rest } = values;
  const person_id = typeof rest.user_id === 'string' ? rest.user_id : entryId;
  people.push({ person_id, email });
  return { ...rest, email_of: person_id };
}

/** The name of a token is stored with those of people. */
function performerOf(performed_by: RecordedMessage['performed_by']): Provenance['performed_by'] {
  if (!performed_by) return null;
  const { name: _inPeople, ...performer } = performed_by;
  return performer;
}

const provenanceOf = ({ performed_by, on_behalf_of, run }: RecordedMessage, via: string): Provenance => ({
  performed_by: performerOf(performed_by),
  on_behalf_of: on_behalf_of ?? null,
  via,
  run: run ?? null,
});

/** The inverse is `toEntryView`. */
export function toStoredEntry(message: RecordedMessage): StoredEntry {
  const people: Person[] = [{ person_id: message.user_id, name: message.user_name }];
  const { id: performer, name } = message.performed_by ?? {};
  if (performer && typeof name === 'string') people.push({ person_id: performer, name });
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
    ...(message.via !== undefined && provenanceOf(message, message.via)),
    ...(message.group_id && { group_id: message.group_id }),
    ...(message.comment && { comment: message.comment }),
    ...(message.bypass_reason && { bypass_reason: message.bypass_reason }),
    created_at: new Date(message.occurred_at).toISOString(),
    // `canonicalize` returns undefined only for undefined.
  }) as string;
  return { content, people: mergePeople(people) };
}

/** One entry per person. Later data wins. */
export function mergePeople(people: readonly Person[]): Person[] {
  const byId = new Map<string, Person>();
  for (const person of people) byId.set(person.person_id, { ...byId.get(person.person_id), ...person });
  return [...byId.values()];
}
