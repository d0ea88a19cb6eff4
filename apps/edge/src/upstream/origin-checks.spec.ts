import { describe, expect, it } from '@jest/globals';
import { OriginChecks } from './origin-checks.js';

const [AT_ONCE, WAITING] = [4, 256];
const [HERE, THERE] = [['192.0.2.0/24'], ['198.51.100.0/24']];

/** An upstream that responds when a test says so. */
function anUpstream(clock: { now: () => number } = performance) {
  const asked: string[] = [];
  const answers: ((isRegistered: boolean) => void)[] = [];
  const ask = (origin: string) => {
    asked.push(origin);
    return new Promise<boolean>((resolve) => answers.push(resolve));
  };
  return { asked, answers, checks: new OriginChecks(ask, clock) };
}

describe('look-ups of origins at the upstream', () => {
  it('run once for all concurrent requests, and are cached', async () => {
    const { asked, answers, checks } = anUpstream();
    const both = [checks.isRegistered('a'), checks.isRegistered('a')];
    await new Promise(setImmediate);
    answers[0]?.(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await checks.isRegistered('a')).toBe(true);
    expect(asked).toEqual(['a']);
  });

  it('are cached for a minute, for both results, and then repeated', async () => {
    let now = 1_000;
    const { asked, answers, checks } = anUpstream({ now: () => now });
    const ask = async (isRegistered: boolean) => {
      const check = checks.isRegistered('a');
      await new Promise(setImmediate);
      answers.shift()?.(isRegistered);
      return check;
    };
    expect(await ask(false)).toBe(false);
    now += 60_000;
    expect(await ask(true)).toBe(false);
    expect(asked).toHaveLength(1);
    now += 1;
    expect(await ask(true)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('are repeated after a failure', async () => {
    let fails = true;
    let asked = 0;
    const checks = new OriginChecks(async () => {
      asked++;
      if (fails) throw new Error('silent');
      return true;
    });
    await expect(checks.isRegistered('a', HERE)).rejects.toThrow('silent');
    // By the handler of that request.
    await expect(checks.isRegistered('a')).rejects.toThrow('silent');
    expect(asked).toBe(1);
    fails = false;
    expect(await checks.isRegistered('a', HERE)).toBe(true);
    expect(await checks.isRegistered('a')).toBe(true);
    expect(asked).toBe(2);
  });

  it('run a few at a time, and are refused beyond a limit', async () => {
    const { asked, answers, checks } = anUpstream();
    const all = Array.from({ length: AT_ONCE + WAITING }, (_, n) => checks.isRegistered(`o${n}`));
    await new Promise(setImmediate);
    expect(asked).toHaveLength(AT_ONCE);
    await expect(checks.isRegistered('one-more')).rejects.toMatchObject({ code: 'too_many_requests' });
    while (answers.length > 0) {
      answers.shift()?.(false);
      await new Promise(setImmediate);
    }
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    await Promise.resolve();
  });

  it('S120 take turns between networks, so that invented origins of one do not delay pages of another', async () => {
    const { asked, answers, checks } = anUpstream();
    const refusals: unknown[] = [];
    const ask = (origin: string) => checks.isRegistered(origin, HERE).catch((error: unknown) => refusals.push(error));
    for (let n = 0; n < AT_ONCE + WAITING; n++) void ask(`made-up-${n}`);
    const page = checks.isRegistered('page', THERE);
    await new Promise(setImmediate);
    expect(refusals).toEqual([expect.objectContaining({ code: 'too_many_requests' })]);
    answers[0]?.(false);
    await new Promise(setImmediate);
    expect(asked.slice(AT_ONCE)).toEqual(['page']);
    answers.at(-1)?.(true);
    expect(await page).toBe(true);
  });

  it('S120 do not wait in the queue of another network that names the same origin', async () => {
    const { asked, answers, checks } = anUpstream();
    const refusals: unknown[] = [];
    const ask = (origin: string) => checks.isRegistered(origin, HERE).catch((error: unknown) => refusals.push(error));
    for (let n = 1; n < AT_ONCE + WAITING; n++) void ask(`made-up-${n}`);
    void ask('page');
    const page = checks.isRegistered('page', THERE);
    answers[0]?.(false);
    await new Promise(setImmediate);
    expect([asked.slice(AT_ONCE), refusals.length]).toEqual([['page'], 1]);
    answers.at(-1)?.(true);
    expect(await page).toBe(true);
  });
});
