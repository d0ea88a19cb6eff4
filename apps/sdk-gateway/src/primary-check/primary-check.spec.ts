import type { KeyKind } from '@burgee/contracts/wire';
import type { PendingLookup } from '@burgee/flag-serving';
import { eventually } from '@burgee/testing/unit';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { PrimaryAnswer } from './breaker.js';
import { PrimaryCheck } from './primary-check.js';
import { RoundTrip } from './round-trip.js';

const row = (key_hash: string, revision: number, key_kind: KeyKind = 'sdk') => ({
  key_hash,
  key_kind,
  environment_id: 'e',
  epoch: 'x',
  revision,
});
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Longer than a batch waits for further requests. */
const quiet = async () => {
  await turn();
  await turn();
};

interface Query {
  keyHashes: string[];
  origins: string[];
  withinMs: number;
  answer: (answer: PrimaryAnswer) => void;
  fail: (error: Error) => void;
}

/** A primary that responds when a test says so. */
function primary() {
  const queries: Query[] = [];
  const clock = { now: 0 };
  const ask = (keyHashes: string[], origins: string[], withinMs: number) =>
    new Promise<PrimaryAnswer>((answer, fail) => queries.push({ keyHashes, origins, withinMs, answer, fail }));
  return { queries, clock, check: new PrimaryCheck(ask, new RoundTrip(), () => clock.now) };
}

describe('primary check', () => {
  it('asks once for all requests that arrived before it starts', async () => {
    const { queries, check } = primary();
    const lookups = ['a', 'b', 'a'].map((key) => check.lookUp(key, undefined).result);
    await quiet();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a', 'b']]);
    queries[0]!.answer({ keys: [row('a', 7)], origins: [] });
    const revisions = (await Promise.all(lookups)).map(({ version }) => version?.revision);
    expect(revisions).toEqual([7, undefined, 7]);
  });

  it('returns the kind of each key from the same query', async () => {
    const { queries, check } = primary();
    const lookups = ['a', 'b', 'c'].map((key) => check.lookUp(key, undefined).result);
    await quiet();
    queries[0]!.answer({ keys: [row('a', 1), row('b', 1, 'client')], origins: [] });
    expect((await Promise.all(lookups)).map(({ keyKind }) => keyKind)).toEqual(['sdk', 'client', undefined]);
    expect(queries).toHaveLength(1);
  });

  it('never lets a request join a query that is in flight: it could miss a write acknowledged since', async () => {
    const { queries, check } = primary();
    const early = check.lookUp('a', undefined);
    expect(early.join()).toBe(true);
    await quiet();
    expect(early.join()).toBe(false);
    const late = check.lookUp('a', undefined);
    queries[0]!.answer({ keys: [row('a', 1)], origins: [] });
    expect((await early.result).version?.revision).toBe(1);
    await quiet();
    expect(queries).toHaveLength(2);
    queries[1]!.answer({ keys: [row('a', 2)], origins: [] });
    expect((await late.result).version?.revision).toBe(2);
  });

  it('queries at once for a single request, and waits briefly while more arrive', async () => {
    const { queries, clock, check } = primary();
    const two = (key: string) => [check.lookUp(key, undefined), check.lookUp(key, undefined)];
    check.lookUp('a', undefined);
    await turn();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a']]);
    for (const key of ['b', 'c', 'd']) {
      two(key);
      await turn();
    }
    expect(queries).toHaveLength(1);
    await turn();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b', 'c', 'd']]);
    queries[0]!.answer({ keys: [], origins: [] });
    await turn();
    two('e');
    await turn();
    two('f');
    clock.now += 2;
    await turn();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b', 'c', 'd'], ['e', 'f']]);
  });

  it('limits the requests that join a look-up to one slice', async () => {
    const { queries, check } = primary();
    const lookup = check.lookUp('a', undefined);
    expect(Array.from({ length: 40 }, () => lookup.join()).filter(Boolean)).toHaveLength(31);
    await turn();
    // 32 requests arrived in this tick: the batch waits for another one.
    expect(queries).toHaveLength(0);
    await turn();
    queries[0]!.answer({ keys: [row('a', 7)], origins: [] });
    expect((await lookup.result).version?.revision).toBe(7);
  });

  it('dates the answer before the query was sent, and after each of its requests', async () => {
    const { queries, clock, check } = primary();
    const lookup = check.lookUp('a', undefined);
    clock.now = 5;
    await quiet();
    clock.now = 9;
    queries[0]!.answer({ keys: [], origins: [] });
    expect((await lookup.result).asOf).toBe(5);
  });

  it('has at most two queries in flight, and gathers later requests for the next', async () => {
    const { queries, check } = primary();
    for (const key of ['a', 'b', 'c', 'd']) {
      check.lookUp(key, undefined);
      await quiet();
    }
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b']]);
    queries[1]!.answer({ keys: [], origins: [] });
    await quiet();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('S58 bounds the text per query; the rest waits for the next one', async () => {
    const { queries, check } = primary();
    const origins = Array.from({ length: 600 }, (_, n) => `https://${n}.${'"'.repeat(240)}`);
    const lookups = origins.map((origin) => check.lookUp(undefined, origin).result);
    for (let sent = 0; sent < 3; sent++) {
      await eventually(() => expect(queries.length).toBeGreaterThan(sent));
      expect(queries[sent]!.origins.join('').length).toBeLessThan(66_000);
      queries[sent]!.answer({ keys: [], origins: queries[sent]!.origins });
    }
    const answers = await Promise.all(lookups);
    expect(answers.every(({ originRegistered }) => originRegistered)).toBe(true);
    expect(queries.flatMap((query) => query.origins)).toEqual(origins);
  });

  it('S58 fails no queued request while others are answered', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { queries, check } = primary();
      const lookups: Promise<unknown>[] = [];
      for (const key of ['a', 'b', 'c']) {
        lookups.push(check.lookUp(key, undefined).result);
        await quiet();
      }
      jest.advanceTimersByTime(1_000);
      for (let sent = 0; sent < 3; sent++) {
        await quiet();
        queries[sent]!.answer({ keys: [], origins: [] });
      }
      expect(await Promise.all(lookups)).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  it('S58 gives a query its full time after a busy event loop', async () => {
    const { queries, clock, check } = primary();
    for (const key of ['a', 'b', 'c']) {
      check.lookUp(key, undefined);
      await quiet();
    }
    clock.now += 2_000;
    queries[0]!.answer({ keys: [], origins: [] });
    await quiet();
    expect(queries.map(({ withinMs }) => withinMs)).toEqual([300, 300, 150]);
  });

  it('fails the requests of a failed query, and only those', async () => {
    const { queries, check } = primary();
    const failed = check.lookUp('a', undefined).result;
    await quiet();
    const next = check.lookUp('a', undefined).result;
    queries[0]!.fail(new Error('gone'));
    await expect(failed).rejects.toThrow('gone');
    await quiet();
    queries[1]!.answer({ keys: [row('a', 1)], origins: [] });
    expect((await next).version?.revision).toBe(1);
  });

  it('returns whether each origin is registered, without granting access', async () => {
    const { queries, check } = primary();
    const lookups = ['https://a', 'https://b', undefined].map((origin) => check.lookUp('k', origin).result);
    await quiet();
    expect(queries[0]!.origins).toEqual(['https://a', 'https://b']);
    queries[0]!.answer({ keys: [], origins: ['https://b'] });
    expect((await Promise.all(lookups)).map((lookup) => lookup.originRegistered)).toEqual([false, true, true]);
  });

  it('is linearizable: for any schedule, a request sees every write that ended before it arrived', async () => {
    const steps = fc.array(fc.constantFrom('write', 'read', 'turn'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.nat(3)), async (all, turnsOfAQuery) => {
        let revision = 0;
        const turns = async () => {
          for (let left = turnsOfAQuery.next().value ?? 0; left > 0; left--) await turn();
        };
        const check = new PrimaryCheck(async () => {
          await turns();
          const answer = { keys: [row('a', revision)], origins: [] };
          await turns();
          return answer;
        });
        let open: PendingLookup | undefined;
        const reads: Promise<void>[] = [];
        for (const step of all) {
          if (step === 'turn') await turn();
          if (step === 'write') revision++;
          if (step !== 'read') continue;
          const atLeast = revision;
          // Like requests: each joins the open look-up, or starts its own.
          if (!open?.join()) open = check.lookUp('a', undefined);
          reads.push(open.result.then(({ version }) => expect(version?.revision).toBeGreaterThanOrEqual(atLeast)));
        }
        await Promise.all(reads);
      }),
      { numRuns: 200 },
    );
  });

  it('far from Postgres, under load, half of the requests take up to 1.3 round trips, and none over 1.6', async () => {
    const ROUND_TRIP = 150;
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const clock = { now: 0 };
      const later = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
      let queries = 0;
      const ask = async () => {
        queries++;
        await later(ROUND_TRIP);
        return { keys: [], origins: [] };
      };
      const check = new PrimaryCheck(ask, new RoundTrip(), () => clock.now);
      const took: number[] = [];
      const MILLISECONDS = 3_000;
      for (; clock.now < MILLISECONDS; clock.now++) {
        const arrived = clock.now;
        void check.lookUp('a', undefined).result.then(() => took.push(clock.now - arrived));
        for (let n = 0; n < 4; n++) await turn();
        jest.advanceTimersByTime(1);
      }
      // A request that arrives while the first round trip is measured may wait for a whole extra one.
      const settled = took.slice(2 * ROUND_TRIP).toSorted((a, b) => a - b);
      expect(settled.length).toBeGreaterThan(MILLISECONDS - 5 * ROUND_TRIP);
      expect(settled[Math.floor(settled.length / 2)]).toBeLessThanOrEqual(1.3 * ROUND_TRIP);
      expect(settled.at(-1)).toBeLessThanOrEqual(1.6 * ROUND_TRIP);
      // The load on Postgres is that of two connections.
      expect(queries).toBeLessThanOrEqual((2 * MILLISECONDS) / ROUND_TRIP + 2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('starts the next check at once when none is in flight any more', async () => {
    const { queries, clock, check } = primary();
    check.lookUp('a', undefined);
    await quiet();
    clock.now = 150;
    queries[0]!.answer({ keys: [], origins: [] });
    await quiet();
    check.lookUp('b', undefined);
    await quiet();
    check.lookUp('c', undefined);
    await quiet();
    expect(queries).toHaveLength(2);
    queries[1]!.answer({ keys: [], origins: [] });
    await quiet();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b'], ['c']]);
    queries[2]!.answer({ keys: [], origins: [] });
  });
});
