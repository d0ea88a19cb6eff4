import { describe, expect, it } from '@jest/globals';
import { OriginChecks } from './origin-checks.js';

const [AT_ONCE, WAITING] = [4, 256];

/** An upstream that answers when it is told to. */
function anUpstream(clock: { now: () => number } = performance) {
  const asked: string[] = [];
  const answers: ((isRegistered: boolean) => void)[] = [];
  const ask = (origin: string) => {
    asked.push(origin);
    return new Promise<boolean>((resolve) => answers.push(resolve));
  };
  return { asked, answers, checks: new OriginChecks(ask, clock) };
}

describe('origins that are asked upstream', () => {
  it('are asked about once, however many want to know, and remembered', async () => {
    const { asked, answers, checks } = anUpstream();
    const both = [checks.isRegistered('a'), checks.isRegistered('a')];
    await new Promise(setImmediate);
    answers[0]?.(true);
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await checks.isRegistered('a')).toBe(true);
    expect(asked).toEqual(['a']);
  });

  it('are remembered for a minute, registered or not, and asked about anew then', async () => {
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

  it('are asked about again when there was no answer', async () => {
    let fails = true;
    const checks = new OriginChecks(async () => {
      if (fails) throw new Error('silent');
      return true;
    });
    await expect(checks.isRegistered('a')).rejects.toThrow('silent');
    fails = false;
    expect(await checks.isRegistered('a')).toBe(true);
  });

  it('are a few at a time; beyond a limit callers are told that there are too many', async () => {
    const { asked, answers, checks } = anUpstream();
    const all = Array.from({ length: AT_ONCE + WAITING }, (_, n) => checks.isRegistered(`o${n}`));
    await new Promise(setImmediate);
    expect(asked).toHaveLength(AT_ONCE);
    await expect(checks.isRegistered('one-more')).rejects.toMatchObject({ code: 'overloaded' });
    while (answers.length > 0) {
      answers.shift()?.(false);
      await new Promise(setImmediate);
    }
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    await Promise.resolve();
  });
});
