import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byAccount, INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import {
  auditMessage,
  flagDeleted,
  flagUpdated,
  type NewOutboxMessage,
  type OutboxMessage,
  sdkKeyChanged,
} from './outbox-message.js';
import {
  assertValid,
  isOfInstance,
  toAuditInstance,
  toAuditRecord,
  toAuditReference,
  toFlagDeleted,
  toFlagUpdated,
  toSdkKeyChanged,
  InvalidOutboxMessage,
} from './to-payload.js';

const FIXTURES = join(process.cwd(), 'libs', 'contracts', 'src', 'messages', 'fixtures');
const PRODUCTION = '0199c2f0-1a2b-7d4e-8f60-112233445566';
const FLAG = {
  id: '0199c2f1-77aa-7b1c-8d2e-aabbccddeeff',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'string',
} as const;
const ADA = { id: '0199c2ee-4d5e-7f60-8a1b-2c3d4e5f6071', name: 'Ada', email: 'ada@example.com', sessionId: 's' };

const golden = (name: string) => JSON.parse(readFileSync(join(FIXTURES, `${name}.v1.json`), 'utf8'));

const value = (is_enabled: boolean) => ({
  is_enabled,
  rollout_percentage: 25,
  targeting_attribute: 'country',
  targeting_value: 'NO',
  targeting_return_value: 'express',
});

const SERVED = { flag_id: FLAG.id, key: FLAG.key, name: FLAG.name, type: FLAG.type, ...value(true) };

type Stored<K extends NewOutboxMessage['kind']> = Extract<OutboxMessage, { kind: K }>;

/** The message with what Postgres adds when it is stored. */
function stored<K extends NewOutboxMessage['kind']>(message: NewOutboxMessage, name: string): Stored<K> {
  const { event_id, occurred_at, epoch = '3f9a1c07b2d4', revision = null } = golden(name);
  return { ...message, event_id, epoch, revision, occurred_at: new Date(occurred_at) } as Stored<K>;
}

const asSent = (message: object) => JSON.parse(JSON.stringify(message));

describe('the payload on NATS equals the golden example', () => {
  it('flag.updated', () => {
    const message = stored<'flag_updated'>(flagUpdated(PRODUCTION, SERVED), 'flag-updated');
    expect(asSent(toFlagUpdated(message))).toEqual(golden('flag-updated'));
  });

  it('flag.deleted', () => {
    const message = stored<'flag_deleted'>(flagDeleted(PRODUCTION, FLAG), 'flag-deleted');
    expect(asSent(toFlagDeleted(message))).toEqual(golden('flag-deleted'));
  });

  it('sdk-key.changed', () => {
    const message = stored<'sdk_key_changed'>(sdkKeyChanged(PRODUCTION), 'sdk-key-changed');
    expect(asSent(toSdkKeyChanged(message))).toEqual(golden('sdk-key-changed'));
  });

  it('audit.record and audit.reference', () => {
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
    const message = stored<'audit'>(
      auditMessage(note, { ...ADA, provenance: byAccount(ADA.id, 'page') }, request_id),
      'audit-record',
    );
    expect(asSent(toAuditRecord(message))).toEqual(golden('audit-record'));
    expect(asSent(toAuditReference(message))).toEqual(golden('audit-reference'));
  });

  it('audit.instance', () => {
    const { action, new_values, request_id } = golden('audit-instance');
    const note = { action, project_id: INSTANCE_CHAIN, old_values: null, new_values };
    const provenance = { ...byAccount(ADA.id), via: 'sign-in' };
    const message = stored<'audit'>(auditMessage(note, { ...ADA, provenance }, request_id), 'audit-instance');
    expect(isOfInstance(message)).toBe(true);
    expect(asSent(toAuditInstance(message))).toEqual(golden('audit-instance'));
    expect(() => assertValid(message)).not.toThrow();
    const foreign = { ...message.payload, action: 'flag_toggle' as const };
    expect(() => assertValid({ ...message, payload: foreign })).toThrow(InvalidOutboxMessage);
  });
});

describe('a message as it was read from the outbox', () => {
  const message = stored<'flag_updated'>(flagUpdated(PRODUCTION, SERVED), 'flag-updated');

  it('is valid when it fits its contract', () => {
    expect(() => assertValid(message)).not.toThrow();
    expect(() => assertValid(stored<'flag_deleted'>(flagDeleted(PRODUCTION, FLAG), 'flag-deleted'))).not.toThrow();
    expect(() => assertValid(stored<'sdk_key_changed'>(sdkKeyChanged(PRODUCTION), 'sdk-key-changed'))).not.toThrow();
  });

  it.each([null, {}, { ...message.payload, key: 7 }, []])('is invalid when its payload is %j', (payload) => {
    expect(() => assertValid({ ...message, payload } as OutboxMessage)).toThrow(InvalidOutboxMessage);
  });
});
