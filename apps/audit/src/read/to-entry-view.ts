import type { AuditEntryView } from '@burgee/contracts/http';
import { type AuditValues, type Provenance, type Role, roleAtLeast } from '@burgee/contracts/wire';

/** Replaces an erased name or email. */
export const ERASED_NAME = 'Deleted account';

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

/**
 * The id of the person whose address this reader may not see: a person invited without an account has the id of the
 * entry, and only admins list invitations. Undefined when the reader sees all. Without a role, it is the operator.
 */
const hiddenIn = ({ id }: Content, role: Role | undefined) =>
  role === undefined || roleAtLeast(role, 'admin') ? undefined : id;

/** The ids of all people in a stored entry whom this reader may see. */
export function peopleIn(stored: Content, role: Role | undefined): string[] {
  const hidden = hiddenIn(stored, role);
  const { user_id, old_values, new_values, performed_by } = stored;
  const token = performed_by?.kind === 'token' && performed_by.id !== null ? [performed_by.id] : [];
  return [user_id, ...token, ...personIn(old_values), ...personIn(new_values)].filter((id) => id !== hidden);
}

function withEmail(values: AuditValues, people: ReadonlyMap<string, PersonRow>, hidden?: string): AuditValues {
  if (!values) return values;
  const shown = Object.entries(values).flatMap(([name, value]) => {
    if (!(name in ADDRESSES) || typeof value !== 'string') return [[name, value]];
    const shownAs = ADDRESSES[name as keyof typeof ADDRESSES];
    const erased = shownAs === 'email' ? ERASED_NAME : null;
    return value === hidden ? [] : [[shownAs, people.get(value)?.email ?? erased]];
  });
  return Object.fromEntries(shown);
}

function performerIn(performer: Content['performed_by'], people: ReadonlyMap<string, PersonRow>) {
  if (performer?.kind !== 'token' || performer.id === null) return performer ?? null;
  return { ...performer, name: people.get(performer.id)?.name ?? null };
}

/** An entry as the API shows it to a reader with this role. */
export function toEntryView(
  stored: Content,
  people: ReadonlyMap<string, PersonRow>,
  role: Role | undefined,
): AuditEntryView {
  const { position: _position, ...entry } = stored;
  const hidden = hiddenIn(stored, role);
  return {
    ...entry,
    group_id: entry.group_id ?? null,
    comment: entry.comment ?? null,
    bypass_reason: entry.bypass_reason ?? null,
    performed_by: performerIn(entry.performed_by, people),
    on_behalf_of: entry.on_behalf_of ?? null,
    via: entry.via ?? null,
    run: entry.run ?? null,
    user_name: people.get(entry.user_id)?.name ?? ERASED_NAME,
    old_values: withEmail(entry.old_values, people, hidden),
    new_values: withEmail(entry.new_values, people, hidden),
  };
}

export type { Content as StoredContent };
