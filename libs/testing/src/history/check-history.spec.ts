import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkAudit } from './check-audit.js';
import { checkBoundedReads } from './check-bounded-reads.js';
import { checkEnough } from './check-enough.js';
import { checkReads, checkWrites } from './check-reads.js';
import { checkStaleness } from './check-staleness.js';
import { checkStream } from './check-streams.js';
import type { BoundedRead, EnvironmentHistory, FaultSpan, ReadRecord, StreamedEvent, WriteRecord } from './history.js';

const write = (revision: number | undefined, begin: number, end: number): WriteRecord => ({
  id: `w${revision}`,
  begin,
  end,
  revision,
});
const read = (revision: number, begin: number, end: number, more: Partial<ReadRecord> = {}): ReadRecord => ({
  replica: 'g1',
  begin,
  end,
  revision,
  stale: false,
  content: `c${revision}`,
  ...more,
});

function history(writes: WriteRecord[], reads: ReadRecord[], revisions = [0, 1, 2, 3]): EnvironmentHistory {
  const contents = new Map(revisions.map((revision) => [revision, `c${revision}`]));
  return { environment: 'e', first: 0, writes, reads, contents };
}

const TWO_WRITES = [write(1, 10, 20), write(2, 30, 40)];

describe('the checker of reads', () => {
  it('finds nothing in a good history', () => {
    const reads = [read(0, 1, 5), read(0, 12, 15), read(1, 14, 18), read(1, 21, 25), read(2, 35, 38), read(2, 41, 45)];
    expect(checkReads(history(TWO_WRITES, reads))).toEqual([]);
  });

  it.each([
    ['a read that misses an acknowledged write', [read(0, 21, 25)], 'read-after-write'],
    ['a read of what no write had begun to make', [read(2, 21, 25)], 'future read'],
    ['a read of a revision without a write', [read(3, 50, 55)], 'future read'],
    ['a newer read, then an older one, while the write is under way', [read(1, 11, 13), read(0, 14, 16)], 'inversion'],
    ['the same on two replicas', [read(1, 11, 13), read(0, 14, 16, { replica: 'g2' })], 'inversion'],
    ['content of another revision', [read(2, 41, 45, { content: 'c1' })], 'not that of this revision'],
    ['content of another revision, marked stale', [read(1, 41, 45, { content: 'c0', stale: true })], 'not that of'],
    ['a stale read of the future', [read(2, 21, 25, { stale: true })], 'future read'],
  ])('finds %s', (_name, reads, violation) => {
    expect(checkReads(history(TWO_WRITES, reads)).join('\n')).toContain(violation);
  });

  it('excuses a read that says that it is stale', () => {
    const reads = [read(2, 41, 45), read(0, 50, 55, { stale: true }), read(2, 60, 65)];
    expect(checkReads(history(TWO_WRITES, reads))).toEqual([]);
  });

  it('lets an unknown write happen at any time after it began, and once it was seen it stays', () => {
    const unknown = [write(1, 10, Infinity)];
    expect(checkReads(history(unknown, [read(0, 50, 55), read(1, 60, 65)]))).toEqual([]);
    expect(checkReads(history(unknown, [read(1, 50, 55), read(0, 60, 65)])).join()).toContain('inversion');
    expect(checkReads(history(unknown, [read(1, 5, 9)])).join()).toContain('future read');
  });

  it('finds nothing in any history of a true register, and something in each with one read put back by one', () => {
    const spans = fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean()), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(spans, fc.nat(), (steps, chosen) => {
        const [writes, reads] = [[] as WriteRecord[], [] as ReadRecord[]];
        let [now, revision] = [0, 0];
        for (const [before, after, isWrite] of steps) {
          const [begin, point, end] = [now + 1, now + 2 + before, now + 3 + before + after];
          if (isWrite) writes.push(write(++revision, begin, end));
          else reads.push(read(revision, begin, end));
          now = isWrite ? end : point;
        }
        const contents = Array.from({ length: revision + 1 }, (_, index) => index);
        expect(checkReads(history(writes, reads, contents))).toEqual([]);
        const victims = reads.filter((one) => one.revision > 0);
        const victim = victims[chosen % Math.max(victims.length, 1)];
        if (!victim) return;
        const worse = reads.map((one) => (one === victim ? read(one.revision - 1, one.begin, one.end) : one));
        expect(checkReads(history(writes, worse, contents))).not.toEqual([]);
      }),
    );
  });
});

describe('the checker of bounded reads', () => {
  const writes = [write(1, 10, 20), write(2, 9_000, 9_010)];
  const bounded = (revision: number, begin: number, more: Partial<BoundedRead> = {}): BoundedRead => ({
    ...read(revision, begin, begin + 5),
    asOf: begin,
    atLeast: undefined,
    ...more,
  });
  const check = (reads: BoundedRead[], faults: FaultSpan[] = []) =>
    checkBoundedReads({ ...history(writes, []), reads }, faults);

  it('finds nothing in reads that are late and say how late, or that they are stale', () => {
    const late = bounded(1, 20_000, { asOf: 9_500, replica: 'g2' });
    const back = bounded(1, 9_050, { stale: true });
    expect(check([bounded(0, 1_000), bounded(1, 1_010), bounded(2, 9_020), back, late])).toEqual([]);
  });

  it.each([
    ['a read of the future', [bounded(2, 100)], 'future read'],
    ['content of another revision', [bounded(1, 100, { content: 'c0' })], 'not that of this revision'],
    ['a read that is older than requested', [bounded(1, 9_050, { atLeast: 2 })], '2 was requested'],
    ['the same, marked stale', [bounded(1, 9_050, { atLeast: 2, stale: true })], '2 was requested'],
    ['a time that has not come', [bounded(1, 100, { asOf: 200 })], 'which was not yet'],
    ['what is older than it says', [bounded(1, 20_000, { asOf: 15_000 })], 'acknowledged long before'],
    ['the same, marked stale', [bounded(1, 20_000, { asOf: 15_000, stale: true })], 'acknowledged long before'],
    ['a step back without notice', [bounded(2, 9_020), bounded(1, 9_050)], 'inversion'],
  ])('finds %s', (_, reads, violation) => {
    expect(check(reads).join('\n')).toContain(violation);
  });

  it('does not compare edges, and excuses what a healed link delivers', () => {
    expect(check([bounded(2, 9_020), bounded(1, 9_050, { replica: 'g2' })])).toEqual([]);
    const fault = { struck: 'e→g', begin: 8_000, end: 15_000 };
    expect(check([bounded(1, 15_500)], [fault])).toEqual([]);
    expect(check([bounded(1, 15_500, { asOf: 14_500 })], [fault])).toHaveLength(1);
    expect(check([bounded(1, 17_500)], [fault])).toHaveLength(1);
  });
});

describe('the checker of staleness', () => {
  const stale = (begin: number, replica = 'g1') => read(1, begin, begin + 5, { stale: true, replica });
  const fault = (struck: string): FaultSpan => ({ struck, begin: 1_000, end: 3_000 });
  const check = (reads: ReadRecord[], ...struck: string[]) => checkStaleness('e', reads, struck.map(fault));

  it.each(['postgres', 'g1', 'g1→postgres'])('excuses what is stale while %s is struck, and 10 s after', (struck) => {
    expect(check([stale(998), stale(2_000), stale(12_999)], struck)).toEqual([]);
  });

  it('excuses stale reads until the fault ends', () => {
    expect(checkStaleness('e', [stale(90_000)], [{ struck: 'postgres', begin: 1_000, end: Infinity }])).toEqual([]);
  });

  it('excuses a moment after which the same replica is fresh, and no other', () => {
    expect(check([stale(500), read(1, 2_400, 2_405)])).toEqual([]);
    expect(check([stale(500), read(1, 2_600, 2_605)])).toHaveLength(1);
    expect(check([stale(500), read(1, 600, 605, { replica: 'g2' })])).toHaveLength(1);
  });

  it('finds nothing in fresh reads', () => {
    expect(check([read(1, 500, 505), read(1, 2_000, 2_005)])).toEqual([]);
  });

  it.each([
    ['a stale read when there was no fault', [stale(500)], []],
    ['a stale read before the fault', [stale(500)], ['postgres']],
    ['a stale read more than 10 s after the fault', [stale(13_001)], ['postgres']],
    ['a stale read while only Redis and NATS are struck', [stale(2_000)], ['redis', 'nats', 'g1→redis', 'g1→nats']],
    ['a stale read while another replica is struck', [stale(2_000)], ['g2', 'g2→postgres', 'flags-admin-1→postgres']],
  ])('finds %s', (_name, reads, struck) => {
    expect(check(reads, ...struck).join()).toContain('g1 answered 1');
  });
});

describe('the checker of whether there was enough to see', () => {
  const enough = {
    acknowledgedWrites: 100,
    reads: 300,
    freshReads: 200,
    readsFreshByDuty: 60,
    faults: 8,
    streamEvents: 100,
  };

  it('finds nothing when there was, for the time it took', () => {
    expect(checkEnough({ ...enough, faults: 4 }, 60, { faults: 4 })).toEqual([]);
    expect(checkEnough(enough, 60)).toEqual([]);
    expect(
      checkEnough(
        {
          acknowledgedWrites: 13,
          reads: 40,
          freshReads: 26,
          readsFreshByDuty: 0,
          faults: 1,
          streamEvents: 13,
        },
        8,
      ),
    ).toEqual([]);
  });

  it('finds a history in which nothing happened', () => {
    const nothing = Object.fromEntries(Object.keys(enough).map((what) => [what, 0])) as unknown as typeof enough;
    expect(checkEnough(nothing, 60)).toHaveLength(6);
    expect(checkEnough(nothing, 8)).toHaveLength(5);
  });

  it.each(Object.keys(enough) as (keyof typeof enough)[])('finds too few %s', (what) => {
    expect(checkEnough({ ...enough, [what]: enough[what] - 1 }, 60)).toEqual([expect.stringContaining(what)]);
  });
});

describe('the checker of writes', () => {
  it('finds nothing when every acknowledged write is stored and missing writes were not acknowledged', () => {
    expect(checkWrites(history([...TWO_WRITES, write(undefined, 50, Infinity)], [], [0, 1, 2]))).toEqual([]);
  });

  it('finds an acknowledged write that is not stored', () => {
    expect(checkWrites(history([write(undefined, 10, 20)], [])).join()).toContain('acknowledged and is not stored');
  });

  it('finds a revision that the log leaves out', () => {
    expect(checkWrites(history(TWO_WRITES, [], [0, 2])).join()).toContain('revision 1 is not in the log');
  });
});

describe('the checker of streams', () => {
  const parse = (text: string): StreamedEvent[] =>
    text.split(' ').map((word) => {
      const [, kind = '', epoch = '', revision] = /^(\w)(\w)(\d+)$/.exec(word) ?? [];
      const kinds: Record<string, StreamedEvent['kind']> = { r: 'ready', c: 'change', s: 'snapshot' };
      return { kind: kinds[kind] as StreamedEvent['kind'], epoch, revision: Number(revision) };
    });
  const check = (text: string, final: number) => checkStream({ client: 'c', events: parse(text) }, final).join('\n');

  it.each([
    ['every change', 're5 ce6 ce7', 7],
    ['a snapshot over a gap', 're5 ce6 se9 ce10', 10],
    ['a new connection that goes on', 're5 ce6 re6 ce7', 7],
    ['a new connection that starts over', 're5 ce6 re9 se9', 9],
    ['a new epoch by snapshot, even lower', 're5 ce6 sf2 cf3', 3],
    ['the same snapshot again', 're5 se6 se6', 6],
  ])('finds nothing in %s', (_name, text, final) => {
    expect(check(text, final)).toBe('');
  });

  it.each([
    ['a gap', 're5 ce7', 7, 'a gap'],
    ['a change twice', 're5 ce6 ce6', 6, 'a gap'],
    ['changes in the wrong order', 're5 ce7 ce6', 6, 'a gap'],
    ['a snapshot that goes back', 're5 ce6 se5', 5, 'backwards'],
    ['a snapshot that goes back on a new connection', 're5 ce6 re4 se4', 4, 'backwards'],
    ['a new connection elsewhere without a snapshot', 're5 ce6 re8 ce9', 9, 'a gap'],
    ['a new epoch without a snapshot', 're5 cf6', 6, 'a gap'],
    ['a change before anything', 'ce6', 6, 'a gap'],
    ['a client left behind', 're5 ce6', 7, 'ended at 6'],
  ])('finds %s', (_name, text, final, violation) => {
    expect(check(text, final)).toContain(violation);
  });
});

describe('the checker of audit entries', () => {
  const entry = (id: string, old: string, now: string) => ({ id, of: 'flag', old, new: now });
  const [a, b] = [entry('a', '0', '1'), entry('b', '1', '2')];
  const both = new Set(['a', 'b']);

  it('finds nothing when each stored change has one entry, and they join', () => {
    expect(checkAudit([a, b], both, new Set(['a']))).toEqual([]);
  });

  it.each([
    ['an entry that is missing', [a], both, 'b has no audit entry'],
    ['an entry too many', [a, b, entry('b', '2', '2')], both, 'b has 2 audit entries'],
    ['an entry of what never happened', [a, b], new Set(['a']), 'never stored'],
    ['an acknowledged write without entry, stored or not', [a], new Set(['a']), 'b has no audit entry'],
    ['entries that do not join', [a, entry('b', '0', '2')], both, 'a left 1, but b found 0'],
    ['entries in the wrong order', [b, a], both, 'b left 2, but a found 0'],
  ])('finds %s', (_name, entries, stored, violation) => {
    expect(checkAudit(entries, stored, both).join('\n')).toContain(violation);
  });
});
