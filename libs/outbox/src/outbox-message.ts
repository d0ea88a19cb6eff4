import {
  type AuditPayload,
  byAccount,
  type FlagChange,
  type Provenance,
  type ServedFlag,
} from '@burgee/contracts/wire';
import { v7 as uuidv7 } from 'uuid';

/** A new message about a change, to be stored in the same transaction. */
export type NewOutboxMessage = { event_id: string } & (
  | (FlagMessage<'flag_updated'> & { environment_id: string })
  | (FlagMessage<'flag_deleted'> & { environment_id: string })
  | { kind: 'sdk_key_changed'; environment_id: string; payload: Record<string, never> }
  | { kind: 'audit'; environment_id: null; payload: AuditPayload }
);

interface FlagMessage<K extends FlagChange['kind']> {
  kind: K;
  payload: Extract<FlagChange, { kind: K }>['data'];
}

/** A row of the outbox. Only changes of flags have a revision: the new one. */
export type OutboxMessage = NewOutboxMessage & {
  epoch: string;
  revision: number | null;
  occurred_at: Date;
  /** The span in which it was stored, for a redelivery. */
  traceparent?: string | null;
};

/** Topics are delivered separately: audit messages may be stuck for hours while change notifications flow. */
export const TOPICS = ['change', 'audit'] as const;
export type Topic = (typeof TOPICS)[number];

export function topicOf({ kind }: Pick<NewOutboxMessage, 'kind'>): Topic {
  return kind === 'audit' ? 'audit' : 'change';
}

/** A use case's description of its change; the actor and the request are added to it. */
export type AuditNote = Pick<AuditPayload, 'action' | 'project_id' | 'old_values' | 'new_values'> &
  Partial<Pick<AuditPayload, 'flag_id' | 'flag_key' | 'environment_id' | 'environment_name'>>;

export function flagUpdated(environmentId: string, flag: ServedFlag): NewOutboxMessage {
  return { event_id: uuidv7(), kind: 'flag_updated', environment_id: environmentId, payload: flag };
}

export function flagDeleted(environmentId: string, flag: { id: string; key: string }): NewOutboxMessage {
  const payload = { flag_id: flag.id, key: flag.key };
  return { event_id: uuidv7(), kind: 'flag_deleted', environment_id: environmentId, payload };
}

export function sdkKeyChanged(environmentId: string): NewOutboxMessage {
  return { event_id: uuidv7(), kind: 'sdk_key_changed', environment_id: environmentId, payload: {} };
}

export function auditMessage(
  note: AuditNote,
  actor: { id: string; name: string; note?: { comment?: string }; provenance?: Provenance },
  requestId: string | null,
  groupId?: string,
): NewOutboxMessage {
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
    ...(actor.provenance ?? byAccount(actor.id)),
    ...(groupId !== undefined && { group_id: groupId }),
    ...(actor.note?.comment !== undefined && { comment: actor.note.comment }),
  };
  return { event_id: uuidv7(), kind: 'audit', environment_id: null, payload };
}

/** Whether a message creates a new revision of its environment. */
export function makesRevision({ kind }: Pick<NewOutboxMessage, 'kind'>): boolean {
  return kind === 'flag_updated' || kind === 'flag_deleted';
}
