import type { AuditAction, AuditValues, FlagChange, ServedFlag } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { v7 as uuidv7 } from 'uuid';

/** A row of the outbox in the making: what happened, to be stored in the same transaction as the change itself. */
export type Fact = { event_id: string } & (
  | (Changed<'flag_updated'> & { environment_id: string })
  | (Changed<'flag_deleted'> & { environment_id: string })
  | { kind: 'sdk_key_changed'; environment_id: string; payload: Record<string, never> }
  | { kind: 'audit'; environment_id: null; payload: AuditFact }
);

interface Changed<K extends FlagChange['kind']> {
  kind: K;
  payload: Extract<FlagChange, { kind: K }>['data'];
}

/** A fact as it lies in the outbox. Only changes of flags have a revision: the one that they made. */
export type StoredFact = Fact & { epoch: string; revision: number | null; occurred_at: Date };

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

export function flagUpdated(environmentId: string, flag: ServedFlag): Fact {
  return { event_id: uuidv7(), kind: 'flag_updated', environment_id: environmentId, payload: flag };
}

export function flagDeleted(environmentId: string, flag: { id: string; key: string }): Fact {
  const payload = { flag_id: flag.id, key: flag.key };
  return { event_id: uuidv7(), kind: 'flag_deleted', environment_id: environmentId, payload };
}

export function sdkKeyChanged(environmentId: string): Fact {
  return { event_id: uuidv7(), kind: 'sdk_key_changed', environment_id: environmentId, payload: {} };
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
  return { event_id: uuidv7(), kind: 'audit', environment_id: null, payload };
}

/** Whether a fact makes a new revision of its environment. */
export function makesRevision(fact: Fact): boolean {
  return fact.kind === 'flag_updated' || fact.kind === 'flag_deleted';
}
