import {
  AuditInstanceV1,
  AuditRecordV1,
  type AuditReferenceV1,
  FlagDeletedV1,
  FlagUpdatedV1,
  SdkKeyChangedV1,
} from '@burgee/contracts/messages';
import {
  type AuditPayload,
  INSTANCE_CHAIN,
  type InstanceAction,
  servedFlag,
  TOKEN_ACTIONS,
} from '@burgee/contracts/wire';
import { parsePayload } from '@burgee/messaging';
import type { OutboxMessage } from './outbox-message.js';

type MessageOfKind<K extends OutboxMessage['kind']> = Extract<OutboxMessage, { kind: K }>;

const envelope = ({ event_id, occurred_at }: OutboxMessage) => ({
  v: 1 as const,
  event_id,
  occurred_at: occurred_at.toISOString(),
});

const position = ({ environment_id, epoch, revision }: MessageOfKind<'flag_updated' | 'flag_deleted'>) => ({
  environment_id,
  epoch,
  revision: revision ?? 0,
});

export function toFlagUpdated(message: MessageOfKind<'flag_updated'>): FlagUpdatedV1 {
  return { ...envelope(message), ...position(message), flag: servedFlag(message.payload) };
}

export function toFlagDeleted(message: MessageOfKind<'flag_deleted'>): FlagDeletedV1 {
  const { flag_id, key } = message.payload;
  return { ...envelope(message), ...position(message), flag_id, key };
}

export function toSdkKeyChanged(message: MessageOfKind<'sdk_key_changed'>): SdkKeyChangedV1 {
  return { ...envelope(message), environment_id: message.environment_id };
}

export function toAuditRecord(message: MessageOfKind<'audit'>): AuditRecordV1 {
  return { ...envelope(message), ...message.payload };
}

/** Whether auth sends it: it belongs to no project, or is about a token. */
export const isOfInstance = ({ payload }: { payload: { project_id?: unknown; action?: unknown } | null }): boolean =>
  payload?.project_id === INSTANCE_CHAIN || TOKEN_ACTIONS.has(payload?.action);

export function toAuditInstance(message: MessageOfKind<'audit'>): AuditInstanceV1 {
  const { action, project_id, user_id, user_name, old_values, new_values, request_id, ...rest } =
    message.payload as AuditPayload<string> as AuditPayload<InstanceAction>;
  const { performed_by, on_behalf_of, via, run } = rest;
  const provenance = via !== undefined && { performed_by, on_behalf_of, via, run };
  const sent = { ...envelope(message), action, user_id, user_name, old_values, new_values, request_id, ...provenance };
  return project_id === INSTANCE_CHAIN ? sent : { ...sent, project_id };
}

/** The payload for a message above NATS' limit: audit reads the rest from the outbox. */
export function toAuditReference({ event_id, payload }: MessageOfKind<'audit'>): AuditReferenceV1 {
  return { v: 1, event_id, project_id: payload.project_id };
}

/** A row of the outbox outside the contract of its message: no subscriber would accept it. */
export class InvalidOutboxMessage extends Error {}

const SHAPES = {
  flag_updated: [FlagUpdatedV1, toFlagUpdated],
  flag_deleted: [FlagDeletedV1, toFlagDeleted],
  sdk_key_changed: [SdkKeyChangedV1, toSdkKeyChanged],
  audit: [AuditRecordV1, toAuditRecord],
} as const;

const AUDIT_OF_INSTANCE = [AuditInstanceV1, toAuditInstance] as const;

/** @throws InvalidOutboxMessage when a row of the outbox breaks the contract of its message */
export function assertValid(message: OutboxMessage): void {
  const isInstances = message.kind === 'audit' && isOfInstance(message);
  const [shape, build] = (isInstances ? AUDIT_OF_INSTANCE : SHAPES[message.kind]) as [
    new () => object,
    (message: OutboxMessage) => object,
  ];
  try {
    parsePayload(shape, build(message));
  } catch (error) {
    throw new InvalidOutboxMessage(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
