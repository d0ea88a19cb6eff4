import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Answer, AuthorityCheck } from './authority-check.js';

const row = (key_hash: string, revision: number) => ({ key_hash, environment_id: 'e', epoch: 'x', revision });
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** More than a check waits for company when nobody comes. */
const quiet = async () => {
  await turn();
  await turn();
};

interface Query {
  keyHashes: string[];
  origins: string[];
  answer: (answer: Answer) => void;
  fail: (error: Error) => void;
}

/** A primary that answers when it is told to. */
function primary() {
  const queries: Query[] = [];
  const clock = { now: 0 };
  const ask = (keyHashes: string[], origins: string[]) =>
    new Promise<Answer>((answer, fail) => queries.push({ keyHashes, origins, answer, fail }));
  return { queries, clock, check: new AuthorityCheck(ask, () => clock.now) };
}

describe('authority check', () => {
  it('asks once for all requests that arrived before it starts', async () => {
    const { queries, check } = primary();
    const verdicts = ['a', 'b', 'a'].map((key) => check.check(key, undefined));
    await quiet();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a', 'b']]);
    queries[0]!.answer({ keys: [row('a', 7)], origins: [] });
    const revisions = (await Promise.all(verdicts)).map(({ authority }) => authority?.revision);
    expect(revisions).toEqual([7, undefined, 7]);
  });

  it('never lets a request join a query that is in flight: it could miss a write acknowledged since', async () => {
    const { queries, check } = primary();
    const early = check.check('a', undefined);
    await quiet();
    const late = check.check('a', undefined);
    queries[0]!.answer({ keys: [row('a', 1)], origins: [] });
    expect((await early).authority?.revision).toBe(1);
    await quiet();
    expect(queries).toHaveLength(2);
    queries[1]!.answer({ keys: [row('a', 2)], origins: [] });
    expect((await late).authority?.revision).toBe(2);
  });

  it('asks at once about one who comes alone, and waits for company while more come, but not for long', async () => {
    const { queries, clock, check } = primary();
    const two = (key: string) => [check.check(key, undefined), check.check(key, undefined)];
    void check.check('a', undefined);
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

  it('gives those who ask the same one promise, up to a slice, until the query starts', async () => {
    const { queries, check } = primary();
    const ask = (count: number, origin?: string) => Array.from({ length: count }, () => check.check('a', origin));
    const asked = ask(40);
    const foreign = ask(1, 'https://a');
    expect(asked.map((verdict) => asked.indexOf(verdict))).toEqual(asked.map((_, index) => index - (index % 32)));
    expect(asked).not.toContain(foreign[0]);
    await quiet();
    expect(asked).not.toContain(ask(1)[0]);
    queries[0]!.answer({ keys: [row('a', 7)], origins: [] });
    await expect(Promise.all(asked)).resolves.toHaveLength(40);
    await expect(foreign[0]).resolves.toMatchObject({ originRegistered: false });
  });

  it('has at most two queries in flight, and gathers the requests that come meanwhile for the next', async () => {
    const { queries, check } = primary();
    for (const key of ['a', 'b', 'c', 'd']) {
      void check.check(key, undefined);
      await quiet();
    }
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b']]);
    queries[1]!.answer({ keys: [], origins: [] });
    await quiet();
    expect(queries.map(({ keyHashes }) => keyHashes)).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('fails the requests of a failed query, and only those', async () => {
    const { queries, check } = primary();
    const failed = check.check('a', undefined);
    await quiet();
    const next = check.check('a', undefined);
    queries[0]!.fail(new Error('gone'));
    await expect(failed).rejects.toThrow('gone');
    await quiet();
    queries[1]!.answer({ keys: [row('a', 1)], origins: [] });
    expect((await next).authority?.revision).toBe(1);
  });

  it('says of each origin whether it is registered, and of none that it may come in', async () => {
    const { queries, check } = primary();
    const verdicts = ['https://a', 'https://b', undefined].map((origin) => check.check('k', origin));
    await quiet();
    expect(queries[0]!.origins).toEqual(['https://a', 'https://b']);
    queries[0]!.answer({ keys: [], origins: ['https://b'] });
    expect((await Promise.all(verdicts)).map((verdict) => verdict.originRegistered)).toEqual([false, true, true]);
  });

  it('is linearizable: whatever the schedule, a check sees every write that ended before it began', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { maxLength: 40 }), async (scheduler, steps) => {
        let revision = 0;
        const read = scheduler.scheduleFunction(async () => ({ keys: [row('a', revision)], origins: [] }));
        const check = new AuthorityCheck(read);
        const pending: Promise<void>[] = [];
        const step = scheduler.scheduleFunction(async (write: boolean) => {
          if (write) {
            revision++;
            return;
          }
          const atLeast = revision;
          const seen = check
            .check('a', undefined)
            .then(({ authority }) => expect(authority?.revision).toBeGreaterThanOrEqual(atLeast));
          pending.push(seen);
        });
        for (const write of steps) void step(write);
        await scheduler.waitAll();
        while (pending.length > 0) {
          await turn();
          await scheduler.waitAll();
          await Promise.race([pending[0], turn()]);
          const first = await Promise.race([pending[0]!.then(() => true), turn().then(() => false)]);
          if (first) pending.shift();
        }
      }),
      { numRuns: 50 },
    );
  });
});
