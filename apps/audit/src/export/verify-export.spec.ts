import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import { signBeginning } from '../chain/beginning.js';
import { signCheckpoint, signingKey } from '../chain/checkpoint.js';
import { CHAIN_START, type ChainPosition, hashLink } from '../chain/hash-link.js';
import { verifyExport } from './verify-export.js';

const aKey = () =>
  signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const key = aKey();
const chain_id = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
const EXPORTED = { chain_id, exported_at: '2026-11-25T12:00:00.000Z', filter: {} };

type Entry = { seq: number; hash: string; entry: object };

function link(entries: readonly object[], before: ChainPosition = CHAIN_START): Entry[] {
  const links: Entry[] = [];
  for (const entry of entries) {
    const { seq, hash } = links.at(-1) ?? before;
    links.push({ seq: seq + 1, hash: hashLink(hash, seq + 1, String(canonicalize(entry))), entry });
  }
  return links;
}

const toggles = (count: number, id = 'e') =>
  Array.from({ length: count }, (_, n) => ({ action: 'flag_toggle', id: `${id}${n}` }));
const positionOf = ({ seq, hash }: Entry) => ({ seq, hash });

const FULL = link(toggles(5));
const dropped = positionOf(FULL[2]!);
/** Entries 4 and 5, and what says that the first three were dropped. */
const SHORTENED = [
  ...FULL.slice(3),
  ...link([{ action: 'history_dropped', new_values: { dropped, retention_months: 3 } }], FULL[4]),
];
const statement = { chain_id, ...dropped, retention_months: 3, signed_at: '2026-11-25T12:00:00.000Z' };
const beginning = { type: 'beginning', ...signBeginning(statement, key) };

interface Parts {
  version?: number;
  begins?: ChainPosition;
  signed?: object[];
}

const exportOf = (entries: readonly Entry[], { version = 2, begins = CHAIN_START, signed = [] }: Parts = {}) => [
  { type: 'chain', version, ...EXPORTED, begins, head: positionOf(entries.at(-1)!) },
  ...signed,
  ...entries.map((entry) => ({ type: 'entry', people: {}, ...entry })),
  { type: 'end', entries: entries.length },
];
const verify = (lines: readonly object[], given?: Parameters<typeof verifyExport>[1]) =>
  verifyExport(Readable.from(lines.map((line) => JSON.stringify(line))), given);
const faultOf = async (...given: Parameters<typeof verify>) => (await verify(...given)).comparison.fault;
const seenIn = async (lines: readonly object[]) => (await verify(lines)).seen;

const HEAD_REMOVED = { kind: 'head_removed', seq: 1, to_seq: 3 };
const signed = { begins: dropped, signed: [beginning] };

describe('an export that begins after the first entry', () => {
  it('holds with a signed beginning and an entry that records it', async () => {
    expect(await verify(exportOf(SHORTENED, signed))).toMatchObject({
      comparison: { entries: 3, fault: undefined },
      beginning: { retention_months: 3, kid: key.kid },
    });
  });

  it.each([
    ['nothing is signed', exportOf(SHORTENED, { begins: dropped })],
    ['no entry records it', exportOf(FULL.slice(3), signed)],
    ['another place is signed', exportOf(FULL.slice(4), { ...signed, begins: positionOf(FULL[3]!) })],
  ])('lacks its head when %s', async (_when, lines) => {
    expect(await faultOf(lines)).toMatchObject({ kind: 'head_removed', seq: 1 });
  });

  it('has one line for it, and one alone', async () => {
    await expect(verify(exportOf(SHORTENED, { ...signed, signed: [beginning, beginning] }))).rejects.toThrow('Line 3');
    await expect(verify(exportOf(FULL, { signed: [beginning] }))).rejects.toThrow('Line 2');
  });

  it('names an entry that was changed later, and not the beginning', async () => {
    const lines = exportOf([SHORTENED[0]!, { ...SHORTENED[1]!, entry: {} }, SHORTENED[2]!], signed);
    expect(await faultOf(lines)).toEqual({ kind: 'entry_changed', seq: 5, to_seq: 5 });
  });

  it('of 0.1.0 is unsigned, and has no beginning line', async () => {
    const older = { begins: dropped, version: 1 };
    expect(await verify(exportOf(SHORTENED, older))).toMatchObject({
      seen: { isSigned: false },
      comparison: { fault: undefined },
    });
    await expect(verify(exportOf(SHORTENED, { ...older, signed: [beginning] }))).rejects.toThrow('Line 2 is not');
  });
});

describe('an export that is held to an earlier one', () => {
  const older = link(toggles(5, 'other'));

  it('lacks what the earlier one had, unless a signed beginning covers it', async () => {
    const earlier = [await seenIn(exportOf(FULL))];
    expect(await faultOf(exportOf(FULL), { earlier })).toBeUndefined();
    expect(await faultOf(exportOf(SHORTENED, signed), { earlier })).toBeUndefined();
    expect(await faultOf(exportOf(SHORTENED, { begins: dropped, version: 1 }), { earlier })).toEqual(HEAD_REMOVED);
    expect(await faultOf(exportOf(FULL.slice(0, 4)), { earlier })).toEqual({ kind: 'tail_removed', seq: 5, to_seq: 5 });
    expect(await faultOf(exportOf(older), { earlier })).toEqual({ kind: 'chain_rewritten', seq: 1, to_seq: 5 });
  });

  it('is not covered by signatures of a key that the earlier one does not show', async () => {
    const checkpoint = (by: typeof key) => ({
      type: 'checkpoint',
      ...signCheckpoint({ ...statement, ...positionOf(FULL[4]!) }, by),
    });
    const { kids, ...seen } = await seenIn(exportOf(FULL, { signed: [checkpoint(key)] }));
    expect(kids).toEqual([key.kid]);
    const own = aKey();
    const forged = exportOf(SHORTENED, {
      begins: dropped,
      signed: [{ type: 'beginning', ...signBeginning(statement, own) }, checkpoint(own)],
    });
    expect(await faultOf(forged, { earlier: [{ ...seen, kids }], kids })).toEqual(HEAD_REMOVED);
  });

  it('is not covered by a beginning from before this version', async () => {
    const shortened = { type: 'beginning', ...signBeginning({ ...statement, retention_months: null }, key) };
    const lines = exportOf(SHORTENED, { begins: dropped, signed: [shortened] });
    expect(await faultOf(lines, { earlier: [await seenIn(exportOf(FULL, { version: 1 }))] })).toBeUndefined();
    expect(await faultOf(lines, { earlier: [await seenIn(exportOf(FULL))] })).toEqual(HEAD_REMOVED);
  });
});
