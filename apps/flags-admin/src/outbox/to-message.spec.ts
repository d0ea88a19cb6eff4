import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { audited, type Fact, flagDeleted, flagUpdated, sdkKeyChanged, type StoredFact } from '../changes/facts.js';
import { toServed, type ValueState } from '../flags/flag-row.js';
import {
  assertSendable,
  toAuditRecord,
  toFlagDeleted,
  toFlagUpdated,
  toSdkKeyChanged,
  Unsendable,
} from './to-message.js';

const FIXTURES = join(process.cwd(), 'libs', 'contracts', 'src', 'events', 'fixtures');
const PRODUCTION = '0199c2f0-1a2b-7d4e-8f60-112233445566';
const FLAG = {
  id: '0199c2f1-77aa-7b1c-8d2e-aabbccddeeff',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'string',
} as const;
const ADA = { id: '0199c2ee-4d5e-7f60-8a1b-2c3d4e5f6071', name: 'Ada', email: 'ada@example.com', sessionId: 's' };

const golden = (name: string) => JSON.parse(readFileSync(join(FIXTURES, `${name}.v1.json`), 'utf8'));

const value = (is_enabled: boolean): ValueState => ({
  is_enabled,
  rollout_percentage: 25,
  targeting_attribute: 'country',
  targeting_value: 'NO',
  targeting_return_value: 'express',
});

type Stored<K extends Fact['kind']> = Extract<StoredFact, { kind: K }>;

/** The fact with what Postgres adds when it is stored. */
function stored<K extends Fact['kind']>(fact: Fact, name: string): Stored<K> {
  const { event_id, occurred_at, epoch = '3f9a1c07b2d4', revision = null } = golden(name);
  return { ...fact, event_id, epoch, revision, occurred_at: new Date(occurred_at) } as Stored<K>;
}

const asSent = (message: object) => JSON.parse(JSON.stringify(message));

describe('what goes out on NATS is the golden example', () => {
  it('flag.updated', () => {
    const fact = stored<'flag_updated'>(flagUpdated(PRODUCTION, toServed(FLAG, value(true))), 'flag-updated');
    expect(asSent(toFlagUpdated(fact))).toEqual(golden('flag-updated'));
  });

  it('flag.deleted', () => {
    const fact = stored<'flag_deleted'>(flagDeleted(PRODUCTION, FLAG), 'flag-deleted');
    expect(asSent(toFlagDeleted(fact))).toEqual(golden('flag-deleted'));
  });

  it('sdk-key.changed', () => {
    const fact = stored<'sdk_key_changed'>(sdkKeyChanged(PRODUCTION), 'sdk-key-changed');
    expect(asSent(toSdkKeyChanged(fact))).toEqual(golden('sdk-key-changed'));
  });

  it('audit.record', () => {
    const { project_id, request_id } = golden('audit-record');
    const note = {
      action: 'flag_toggle' as const,
      project_id,
      flag_id: FLAG.id,
      flag_key: FLAG.key,
      environment_id: PRODUCTION,
      environment_name: 'Production',
      old_values: { ...value(false) },
      new_values: { ...value(true) },
    };
    const fact = stored<'audit'>(audited(note, ADA, request_id), 'audit-record');
    expect(asSent(toAuditRecord(fact))).toEqual(golden('audit-record'));
  });
});

describe('a fact as it was read from the outbox', () => {
  const fact = stored<'flag_updated'>(flagUpdated(PRODUCTION, toServed(FLAG, value(true))), 'flag-updated');

  it('can be sent when it fits its contract', () => {
    expect(() => assertSendable(fact)).not.toThrow();
    expect(() => assertSendable(stored<'flag_deleted'>(flagDeleted(PRODUCTION, FLAG), 'flag-deleted'))).not.toThrow();
    expect(() => assertSendable(stored<'sdk_key_changed'>(sdkKeyChanged(PRODUCTION), 'sdk-key-changed'))).not.toThrow();
  });

  it.each([null, {}, { ...fact.payload, key: 7 }, []])('cannot be sent when its payload is %j', (payload) => {
    expect(() => assertSendable({ ...fact, payload } as StoredFact)).toThrow(Unsendable);
  });
});
