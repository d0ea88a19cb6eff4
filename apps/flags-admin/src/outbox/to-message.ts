import {
  type AuditRecordV1,
  type FlagDeletedV1,
  type FlagUpdatedV1,
  servedFlag,
  type SdkKeyChangedV1,
} from '@burgee/contracts';
import type { StoredFact } from '../changes/facts.js';

type Of<K extends StoredFact['kind']> = Extract<StoredFact, { kind: K }>;

const stamp = ({ event_id, occurred_at }: StoredFact) => ({
  v: 1 as const,
  event_id,
  occurred_at: occurred_at.toISOString(),
});

const place = ({ environment_id, epoch, revision }: Of<'flag_updated' | 'flag_deleted'>) => ({
  environment_id,
  epoch,
  revision: revision ?? 0,
});

export function toFlagUpdated(fact: Of<'flag_updated'>): FlagUpdatedV1 {
  return { ...stamp(fact), ...place(fact), flag: servedFlag(fact.payload) };
}

export function toFlagDeleted(fact: Of<'flag_deleted'>): FlagDeletedV1 {
  const { flag_id, key } = fact.payload;
  return { ...stamp(fact), ...place(fact), flag_id, key };
}

export function toSdkKeyChanged(fact: Of<'sdk_key_changed'>): SdkKeyChangedV1 {
  return { ...stamp(fact), environment_id: fact.environment_id };
}

export function toAuditRecord(fact: Of<'audit'>): AuditRecordV1 {
  return { ...stamp(fact), ...fact.payload };
}
