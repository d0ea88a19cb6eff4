import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checkBeginning, signBeginning } from './beginning.js';
import { signCheckpoint, signingKey } from './checkpoint.js';

const aKey = () =>
  signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

const key = aKey();
const chain_id = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
const begins = { seq: 7, hash: 'ab'.repeat(32) };
const statement = { chain_id, ...begins, retention_months: 12, signed_at: '2026-11-25T12:00:00.000Z' };
const beginning = signBeginning(statement, key);
const recorded = { chain_id, begins, beginning, isBeginningRecorded: true };
const FAULT = { kind: 'head_removed', seq: 1, to_seq: 7 };

const earlier = (seq: number, isSigned: boolean) => ({
  isSigned,
  begins: { seq, hash: '' },
  upTo: { seq: 9, hash: '' },
  checkpoints: [],
  exported_at: '2026-10-01T00:00:00.000Z',
  days: new Map<string, number>(),
  lost: [],
  kids: [],
});

describe('the beginning of a chain', () => {
  it('is the first entry, or what is signed and recorded', () => {
    expect(checkBeginning({ chain_id, begins: { seq: 0, hash: '' } })).toBeUndefined();
    expect(checkBeginning(recorded)).toBeUndefined();
    expect(checkBeginning(recorded, { kids: [key.kid], earlier: [earlier(0, true)] })).toBeUndefined();
  });

  it.each([
    ['nothing signed', { beginning: undefined }],
    ['no entry that records it', { isBeginningRecorded: false }],
    [
      'the signature of another key',
      { beginning: { ...beginning, signature: signBeginning(statement, aKey()).signature } },
    ],
    ['the signature of a checkpoint', { beginning: { ...beginning, ...signCheckpoint(statement, key) } }],
    ['the beginning of another chain', { beginning: signBeginning({ ...statement, chain_id: 'another' }, key) }],
    ['the beginning of another place', { beginning: signBeginning({ ...statement, seq: 8 }, key) }],
    ['another hash', { beginning: signBeginning({ ...statement, hash: 'cd'.repeat(32) }, key) }],
    ['another retention', { beginning: { ...beginning, retention_months: 1 } }],
  ])('is a removed head with %s', (_what, change) => {
    expect(checkBeginning({ ...recorded, ...change })).toEqual(FAULT);
  });

  it('is a removed head when only another key is accepted', () => {
    expect(checkBeginning(recorded, { kids: [aKey().kid] })).toEqual(FAULT);
  });

  it('excuses nothing that its retention must have kept, with a day for clocks', () => {
    const had = (day: string, seq: number) => ({ ...earlier(0, true), days: new Map([[day, seq]]) });
    const faultOf = (day: string, seq: number) => checkBeginning(recorded, { earlier: [had(day, seq)] });
    expect(faultOf('2025-11-01', 7)).toBeUndefined();
    expect(faultOf('2025-11-02', 8)).toBeUndefined();
    expect(faultOf('2025-11-02', 7)).toEqual({ ...FAULT, seq: 7 });
    expect(faultOf('2026-03-01', 2)).toEqual({ ...FAULT, seq: 2 });
  });

  it('is not signed yet while audit has not signed what 0.1.0 dropped', () => {
    const listed = { ...recorded, beginning: undefined, isUnsigned: true };
    expect(checkBeginning(listed)).toEqual({ ...FAULT, kind: 'beginning_unsigned' });
  });

  it('from before this version excuses nothing that an export of this version had', () => {
    const shortened = { ...recorded, beginning: signBeginning({ ...statement, retention_months: null }, key) };
    expect(checkBeginning(shortened, { earlier: [earlier(2, false), earlier(7, true)] })).toBeUndefined();
    expect(checkBeginning(shortened, { earlier: [earlier(2, true)] })).toEqual({ ...FAULT, seq: 3 });
  });
});
