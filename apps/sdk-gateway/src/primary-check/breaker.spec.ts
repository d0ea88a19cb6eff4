import type { KeyRow } from '@burgee/contracts/wire';
import { Dependencies } from '@burgee/process-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { askPrimary, Breaker } from './breaker.js';
import { PrimaryCheck } from './primary-check.js';

const ROW: KeyRow = { key_hash: 'k', key_kind: 'sdk', environment_id: 'env', epoch: 'e', revision: 1 };
const LOGGER = { error: () => undefined, warn: () => undefined, info: () => undefined };

function primary(answer: () => Promise<KeyRow[]>, logger: object = LOGGER) {
  let queries = 0;
  const views = {
    lookUp: async () => {
      queries++;
      return { keys: await answer(), origins: [] };
    },
  };
  const breaker = new Breaker(new Dependencies(logger as never));
  const check = new PrimaryCheck(askPrimary(views, breaker));
  return { lookUp: () => check.lookUp('k', undefined).result, breaker, queries: () => queries };
}

describe('a Postgres that does not respond', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const never = () => new Promise<never>(() => undefined);

  it('fails requests after 300 ms, including queued ones', async () => {
    const paused = primary(never);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const lookups: Promise<unknown>[] = [];
    for (let i = 0; i < 5; i++) {
      lookups.push(paused.lookUp());
      await turn();
    }
    const settled = Promise.allSettled(lookups);
    await jest.advanceTimersByTimeAsync(300);
    const outcomes = await settled;
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    expect(paused.queries()).toBe(2);
    paused.breaker.stop();
  });

  it('gets no queries of requests until a probe succeeds', async () => {
    let alive = false;
    const back = primary(async () => {
      if (!alive) throw new Error('dead');
      return [ROW];
    });
    await expect(back.lookUp()).rejects.toThrow('dead');
    for (let i = 0; i < 3; i++) await expect(back.lookUp()).rejects.toThrow('does not answer');
    expect(back.queries()).toBe(1);
    alive = true;
    await jest.advanceTimersByTimeAsync(250);
    expect((await back.lookUp()).version).toEqual({ environmentId: 'env', epoch: 'e', revision: 1 });
  });

  it('logs an error once when it is a standby, even after an outage', async () => {
    const said: string[] = [];
    const say = (level: string) => (_: object, text: string) => void said.push(`${level}: ${text}`);
    let answers = 0;
    const standby = Object.assign(new Error('a standby'), { code: '25006' });
    const { lookUp, breaker } = primary(
      async () => {
        throw answers++ === 0 ? new Error('dead') : standby;
      },
      { error: say('error'), warn: say('warn') },
    );
    await expect(lookUp()).rejects.toThrow('dead');
    await jest.advanceTimersByTimeAsync(750);
    expect(answers).toBeGreaterThan(2);
    breaker.stop();
    expect(said).toEqual([
      'warn: postgres is down',
      expect.stringMatching(/^error: postgres is a standby.*DATABASE_URL/),
    ]);
  });
});
