import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signingKey } from './checkpoint.js';
import { CHAIN_START, type ChainLink, type ChainPosition, hashLink } from './hash-link.js';
import { signLoss } from './lost-history.js';
import { verifyEnd, verifyLinks } from './verify-chain.js';
import type { Evidence } from './evidence.js';

const contentOf = (seq: number, change: object = {}) =>
  JSON.stringify({ action: 'flag_toggle', id: `e${seq}`, ...change });

function chainOf(contents: readonly string[], begins: ChainPosition = CHAIN_START): ChainLink[] {
  const links: ChainLink[] = [];
  let before = begins;
  for (const content of contents) {
    const seq = before.seq + 1;
    before = { seq, hash: hashLink(before.hash, seq, content) };
    links.push({ ...before, content });
  }
  return links;
}

const aChain = (length: number) => chainOf(Array.from({ length }, (_, index) => contentOf(index + 1)));

interface HeldChain {
  begins?: ChainPosition;
  head?: ChainPosition;
  checkpoints?: readonly (ChainPosition & { isGenuine?: boolean; signed_at?: string })[];
  evidence?: Evidence;
}

const chain_id = '0199c2f4-5d11-7f77-93e4-2f3a4b5c6d7e';
const SIGNED_AT = '2026-11-25T12:00:00.000Z';

async function verify(
  links: readonly ChainLink[],
  { begins = CHAIN_START, head, checkpoints = [], evidence = {} }: HeldChain = {},
) {
  const signed = checkpoints.map(({ seq, hash, isGenuine = true, signed_at = SIGNED_AT }) => ({
    seq,
    hash,
    signed_at,
    isGenuine,
  }));
  const inParts = async function* () {
    for (let from = 0; from < links.length; from += 3) yield links.slice(from, from + 3);
  };
  const comparison = await verifyLinks(begins, signed, inParts(), { chain_id, ...evidence });
  const { seq, hash } = links.at(-1) ?? begins;
  return verifyEnd(comparison, head ?? { seq, hash }, signed);
}

const [SHORT, LONG] = [2, 30];
/** A chain and two numbers in it, in ascending order. */
const tampering = fc
  .integer({ min: SHORT, max: LONG })
  .chain((length) =>
    fc.tuple(fc.constant(length), fc.uniqueArray(fc.integer({ min: 1, max: length }), { minLength: 2, maxLength: 2 })),
  )
  .map(([length, places]) => ({ length, places: places.toSorted((a, b) => a - b) as [number, number] }));

describe('a chain', () => {
  it('accepts an untouched chain, from its start or from the last dropped entry, in parts of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), fc.nat(), async (contents, seq) => {
        const begins = { seq, hash: hashLink('', seq, 'dropped') };
        const links = chainOf(contents, begins);
        const comparison = await verify(links, { begins, checkpoints: [begins, ...links] });
        expect(comparison).toMatchObject({ entries: contents.length, fault: undefined });
        expect(comparison.upTo.seq).toBe(seq + contents.length);
      }),
    );
  });

  it('names the entry in which one byte differs', async () => {
    await fc.assert(
      fc.asyncProperty(tampering, async ({ length, places: [at] }) => {
        const links = aChain(length).map((link) =>
          link.seq === at ? { ...link, content: contentOf(at, { id: 'x' }) } : link,
        );
        const { fault, upTo } = await verify(links);
        expect(fault).toEqual({ kind: 'entry_changed', seq: at, to_seq: at });
        expect(upTo.seq).toBe(at - 1);
      }),
    );
  });

  it('names the entry whose column differs from its content', async () => {
    const links = aChain(3).map((link) => ({
      ...link,
      columns: { id: link.seq === 2 ? 'x' : `e${link.seq}`, flag_id: null },
    }));
    expect((await verify(links)).fault).toEqual({ kind: 'entry_changed', seq: 2, to_seq: 2 });
  });

  it('names the numbers of removed entries', async () => {
    await fc.assert(
      fc.asyncProperty(tampering, async ({ length, places: [first, last] }) => {
        const links = aChain(length);
        const { fault } = await verify(
          links.filter(({ seq }) => seq < first || seq >= last),
          { head: links.at(-1)! },
        );
        expect(fault).toEqual({ kind: 'entries_removed', seq: first, to_seq: last - 1 });
      }),
    );
  });

  it('names both entries of a swap of numbers, contents or places', async () => {
    await fc.assert(
      fc.asyncProperty(tampering, fc.constantFrom('number', 'content', 'place'), async ({ length, places }, how) => {
        const links = aChain(length);
        const [one, other] = places.map((seq) => links[seq - 1]!) as [ChainLink, ChainLink];
        const swapped = {
          number: [
            { ...other, seq: one.seq },
            { ...one, seq: other.seq },
          ],
          content: [
            { ...one, content: other.content },
            { ...other, content: one.content },
          ],
          place: [other, one],
        }[how];
        links.splice(one.seq - 1, 1, swapped[0]!);
        links.splice(other.seq - 1, 1, swapped[1]!);
        const { fault } = await verify(links, { head: { seq: length, hash: aChain(length).at(-1)!.hash } });
        expect(fault).toEqual({ kind: 'entries_swapped', seq: one.seq, to_seq: other.seq });
      }),
    );
  });

  it('names the number of an added entry', async () => {
    const links = aChain(3);
    expect((await verify([...links, links[1]!])).fault).toEqual({ kind: 'entry_added', seq: 2, to_seq: 2 });
  });

  it('names a cut tail by the head or by the last checkpoint', async () => {
    const links = aChain(10);
    const cut = { kind: 'tail_removed', seq: 7, to_seq: 10 };
    expect((await verify(links.slice(0, 6), { head: links[9]! })).fault).toEqual(cut);
    expect((await verify(links.slice(0, 6), { checkpoints: [links[2]!, links[9]!] })).fault).toEqual(cut);
  });

  it('names a rewritten range from the last matching checkpoint to the first that differs', async () => {
    const links = aChain(10);
    const checkpoints = [links[2]!, links[8]!];
    const anew = chainOf([...links.slice(0, 5), ...links.slice(6)].map(({ content }) => content));
    expect((await verify(anew, { checkpoints })).fault).toEqual({ kind: 'chain_rewritten', seq: 4, to_seq: 9 });
  });

  it('reports a checkpoint without a valid signature', async () => {
    const links = aChain(3);
    const forged = { ...links[1]!, isGenuine: false };
    expect((await verify(links, { checkpoints: [forged] })).fault).toEqual({
      kind: 'checkpoint_forged',
      seq: 2,
      to_seq: 2,
    });
  });
});

describe('history that a failover lost', () => {
  const seen = aChain(10);
  const key = signingKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const created_at = '2026-11-25T13:00:00.000Z';
  const unsigned = ({ seq, hash }: ChainPosition, signed?: object) =>
    contentOf(7, { action: 'history_lost', created_at, new_values: { checkpoint: { seq, hash }, signed } });
  const signedFor = (of: string, { seq, hash }: ChainPosition, left = 6) =>
    signLoss({ chain_id: of, seq: left, lost_seq: seq, lost_hash: hash, signed_at: created_at }, key);
  const lost = (checkpoint: ChainPosition) => unsigned(checkpoint, signedFor(chain_id, checkpoint));
  const survived = seen.slice(0, 6).map(({ content }) => content);

  it.each([
    ['while the chain is shorter', []],
    ['after the chain has grown past it', [8, 9, 10, 11].map((seq) => contentOf(seq, { id: 'new' }))],
  ])('is not reported as tampering when the chain names the checkpoint, %s', async (_when, later) => {
    const links = chainOf([...survived, lost(seen[8]!), ...later]);
    const comparison = await verify(links, { checkpoints: [seen[3]!, seen[7]!, seen[8]!] });
    expect(comparison.fault).toBeUndefined();
    expect(comparison.lost).toMatchObject([{ seq: 7, checkpoint: { seq: 9 } }]);
    expect(comparison.checkpoint).toMatchObject({ seq: 4 });
  });

  it('excuses neither checkpoints after the named one nor faults before the loss', async () => {
    const links = chainOf([...survived, lost(seen[7]!)]);
    expect((await verify(links, { checkpoints: [seen[9]!] })).fault).toEqual({
      kind: 'tail_removed',
      seq: 8,
      to_seq: 10,
    });
    const before = chainOf([contentOf(1, { id: 'x' }), ...survived.slice(1), lost(seen[7]!)]);
    expect((await verify(before, { checkpoints: [seen[3]!] })).fault).toEqual({
      kind: 'chain_rewritten',
      seq: 1,
      to_seq: 4,
    });
  });

  it('excuses no checkpoint that was signed after the loss', async () => {
    const links = chainOf([...survived, lost(seen[8]!), ...[8, 9, 10].map((seq) => contentOf(seq, { id: 'new' }))]);
    const later = { ...seen[8]!, signed_at: '2026-11-25T13:00:00.001Z' };
    expect((await verify(links, { checkpoints: [later] })).fault).toMatchObject({ kind: 'chain_rewritten', to_seq: 9 });
  });

  it.each([
    ['is signed for another chain', signedFor('another', seen[8]!)],
    ['is signed for another checkpoint', signedFor(chain_id, seen[9]!)],
    ['stands before the entry after which it was signed', signedFor(chain_id, seen[8]!, 7)],
    ['has no signature where it should', {}],
  ])('is a fault when it %s', async (_what, signed) => {
    const links = chainOf([...survived, unsigned(seen[8]!, signed)]);
    expect((await verify(links)).fault).toEqual({ kind: 'checkpoint_forged', seq: 7, to_seq: 7 });
  });

  it('is a fault when its key is not accepted, or when it names no checkpoint', async () => {
    const links = chainOf([...survived, lost(seen[8]!)]);
    expect((await verify(links, { evidence: { kids: [key.kid] } })).fault).toBeUndefined();
    expect((await verify(links, { evidence: { kids: ['another'] } })).fault?.kind).toBe('checkpoint_forged');
    const empty = chainOf([...survived, contentOf(7, { action: 'history_lost' })]);
    expect((await verify(empty)).fault).toEqual({ kind: 'entry_added', seq: 7, to_seq: 7 });
  });

  it('of 0.1.0 is unsigned, and excuses nothing that an earlier export shows, unless that has it', async () => {
    const links = chainOf([...survived, unsigned(seen[8]!)]);
    const held = { checkpoints: [seen[8]!] };
    const { lost: found, fault } = await verify(links, held);
    expect([found, fault]).toMatchObject([[{ seq: 7, signed_at: null }], undefined]);
    const earlier = (one: typeof found) => [
      {
        isSigned: true,
        begins: CHAIN_START,
        upTo: seen[5]!,
        checkpoints: [],
        exported_at: SIGNED_AT,
        days: new Map<string, number>(),
        lost: one,
        kids: [],
      },
    ];
    expect((await verify(links, { ...held, evidence: { earlier: earlier(found) } })).fault).toBeUndefined();
    expect((await verify(links, { ...held, evidence: { earlier: earlier([]) } })).fault).toEqual({
      kind: 'tail_removed',
      seq: 8,
      to_seq: 9,
    });
  });
});
