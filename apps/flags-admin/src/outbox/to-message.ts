import { AuditRecordV1, FlagDeletedV1, FlagUpdatedV1, servedFlag, SdkKeyChangedV1 } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
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

/** A fact that no message can be made of: whatever it is told to, nobody would take it. */
export class Unsendable extends Error {}

const SHAPES = {
  flag_updated: [FlagUpdatedV1, toFlagUpdated],
  flag_deleted: [FlagDeletedV1, toFlagDeleted],
  sdk_key_changed: [SdkKeyChangedV1, toSdkKeyChanged],
  audit: [AuditRecordV1, toAuditRecord],
} as const;

/** @throws Unsendable when the fact, as it was read from the outbox, does not fit the contract of its message */
export function assertSendable(fact: StoredFact): void {
  const [shape, build] = SHAPES[fact.kind] as [new () => object, (fact: StoredFact) => object];
  try {
    parsePayload(shape, build(fact));
  } catch (error) {
    throw new Unsendable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
