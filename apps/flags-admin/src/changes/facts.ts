import type { AuditAction, AuditValues, ServedFlag, StreamEvents } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { v7 as uuidv7 } from 'uuid';

/** A row of the outbox: what happened, in the same transaction as the change itself. */
export type Fact = { event_id: string } & (
  | (Revised & { kind: 'flag_updated'; payload: StreamEvents['flag_updated'] })
  | (Revised & { kind: 'flag_deleted'; payload: StreamEvents['flag_deleted'] })
  | { kind: 'sdk_key_changed'; environment_id: string; revision: null; payload: Record<string, never> }
  | { kind: 'audit'; environment_id: null; revision: null; payload: AuditFact }
);

/** The environment's revision that a change made. */
export interface Revised {
  environment_id: string;
  epoch: string;
  revision: number;
}

/** A fact as it lies in the outbox, with the database's time of it. */
export type StoredFact = Fact & { occurred_at: Date };

export interface AuditFact {
  action: AuditAction;
  project_id: string;
  flag_id: string | null;
  flag_key: string | null;
  environment_id: string | null;
  environment_name: string | null;
  user_id: string;
  user_name: string;
  old_values: AuditValues;
  new_values: AuditValues;
  request_id: string | null;
}

/** What a use case says of its change; who did it and in which request is added to it. */
export type AuditNote = Pick<AuditFact, 'action' | 'project_id' | 'old_values' | 'new_values'> &
  Partial<Pick<AuditFact, 'flag_id' | 'flag_key' | 'environment_id' | 'environment_name'>>;

export function flagUpdated(at: Revised, flag: ServedFlag): Fact {
  const payload = { ...flag, environment_id: at.environment_id, revision: at.revision };
  return { event_id: uuidv7(), kind: 'flag_updated', ...at, payload };
}

export function flagDeleted(at: Revised, flag: { id: string; key: string }): Fact {
  const payload = { flag_id: flag.id, key: flag.key, environment_id: at.environment_id, revision: at.revision };
  return { event_id: uuidv7(), kind: 'flag_deleted', ...at, payload };
}

export function sdkKeyChanged(environmentId: string): Fact {
  return { event_id: uuidv7(), kind: 'sdk_key_changed', environment_id: environmentId, revision: null, payload: {} };
}

export function audited(note: AuditNote, actor: CurrentUser, requestId: string | null): Fact {
  const payload = {
    action: note.action,
    project_id: note.project_id,
    flag_id: note.flag_id ?? null,
    flag_key: note.flag_key ?? null,
    environment_id: note.environment_id ?? null,
    environment_name: note.environment_name ?? null,
    user_id: actor.id,
    user_name: actor.name,
    old_values: note.old_values,
    new_values: note.new_values,
    request_id: requestId,
  };
  return { event_id: uuidv7(), kind: 'audit', environment_id: null, revision: null, payload };
}
