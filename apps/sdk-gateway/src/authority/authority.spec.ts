import type { AuthorityRow } from '@burgee/contracts';
import { Dependencies } from '@burgee/service-kit';
import { describe, expect, it } from '@jest/globals';
import { Authority } from './authority.js';
import { Breaker } from './breaker.js';

const ROW: AuthorityRow = { key_hash: 'k', environment_id: 'env', epoch: 'e', revision: 1 };
const LOGGER = { warn: () => undefined, info: () => undefined };

function authority(FRESHNESS_WINDOW_MS: number, answer: () => Promise<AuthorityRow[]>) {
  let queries = 0;
  const views = {
    authority: async () => {
      queries++;
      return { keys: await answer(), origins: ['https://known.example.com'] };
    },
  };
  const breaker = new Breaker(new Dependencies(), LOGGER as never);
  return {
    authority: new Authority(views as never, breaker, { FRESHNESS_WINDOW_MS }),
    breaker,
    queries: () => queries,
  };
}

describe('FRESHNESS_WINDOW_MS', () => {
  it('0: each check asks', async () => {
    const strict = authority(0, async () => [ROW]);
    for (let i = 0; i < 3; i++) await strict.authority.check('k', undefined);
    expect(strict.queries()).toBe(3);
  });

  it('a check counts for so long and no longer', async () => {
    const windowed = authority(80, async () => [ROW]);
    const startedAt = performance.now();
    let last = 0;
    while (performance.now() - startedAt < 300) {
      await windowed.authority.check('k', undefined);
      last = performance.now() - startedAt;
    }
    expect(windowed.queries()).toBeGreaterThanOrEqual(2);
    expect(windowed.queries()).toBeLessThanOrEqual(Math.ceil(last / 80) + 1);
  });

  it('is counted from before the question was asked', async () => {
    const slow = authority(50, () => new Promise((resolve) => setTimeout(() => resolve([ROW]), 60)));
    await slow.authority.check('k', undefined);
    await slow.authority.check('k', undefined);
    expect(slow.queries()).toBe(2);
  });

  it('a doorbell ends it, also for a question that is under way', async () => {
    const answers: ((rows: AuthorityRow[]) => void)[] = [];
    const windowed = authority(60_000, () => new Promise((resolve) => answers.push(resolve)));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const before = windowed.authority.check('k', undefined);
    await turn();
    windowed.authority.forget();
    answers[0]!([ROW]);
    await before;
    const after = windowed.authority.check('k', undefined);
    await turn();
    answers[1]!([{ ...ROW, revision: 2 }]);
    expect((await after).authority?.revision).toBe(2);
  });

  it('refusals are never remembered, of a key or of an origin', async () => {
    const nothing = authority(60_000, async () => []);
    for (let i = 0; i < 2; i++) await nothing.authority.check('k', undefined);
    expect(nothing.queries()).toBe(2);
    const foreign = authority(60_000, async () => [ROW]);
    for (let i = 0; i < 2; i++) await foreign.authority.check('k', 'https://evil.example.org');
    expect(foreign.queries()).toBe(2);
  });
});

describe('a Postgres that does not answer', () => {
  const never = () => new Promise<never>(() => undefined);

  it('is given up after 300 ms, those who wait for their turn included', async () => {
    const paused = authority(0, never);
    const startedAt = performance.now();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const checks: Promise<unknown>[] = [];
    for (let i = 0; i < 5; i++) {
      checks.push(paused.authority.check('k', undefined));
      await turn();
    }
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    expect(performance.now() - startedAt).toBeLessThan(400);
    expect(paused.queries()).toBe(2);
    paused.breaker.onApplicationShutdown();
  });

  it('is not asked again by anybody who waits, until a probe has found it', async () => {
    let alive = false;
    const back = authority(0, async () => {
      if (!alive) throw new Error('dead');
      return [ROW];
    });
    await expect(back.authority.check('k', undefined)).rejects.toThrow('dead');
    for (let i = 0; i < 3; i++) await expect(back.authority.check('k', undefined)).rejects.toThrow('does not answer');
    expect(back.queries()).toBe(1);
    alive = true;
    const until = performance.now() + 2_000;
    while (back.breaker.open && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await back.authority.check('k', undefined)).authority).toEqual(ROW);
  });
});
