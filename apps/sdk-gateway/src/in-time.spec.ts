import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inTime, TooLate, whileAlive } from './in-time.js';

const never = new Promise<never>(() => undefined);
const dead = () => Promise.reject(new Error('dead'));

describe('in time', () => {
  it('passes results and errors on', async () => {
    expect(await inTime(1_000, Promise.resolve(1))).toBe(1);
    await expect(inTime(1_000, dead())).rejects.toThrow('dead');
  });

  it('throws at the timeout', async () => {
    await expect(inTime(5, never)).rejects.toBeInstanceOf(TooLate);
  });

  it('accepts an answer that arrived while the event loop was blocked', async () => {
    const work = delay(20, 'came');
    const answer = inTime(10, work);
    const blockedUntil = performance.now() + 50;
    while (performance.now() < blockedUntil);
    expect(await answer).toBe('came');
  });
});

describe('while it is alive', () => {
  it('waits for slow work', async () => {
    let finish: (value: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => (finish = resolve));
    let asked = 0;
    const alive = async () => {
      if (++asked === 2) finish('slow');
    };
    expect(await whileAlive(slow, alive, 10)).toBe('slow');
  });

  it('does not check quick work', async () => {
    expect(await whileAlive(Promise.resolve('quick'), dead, 10)).toBe('quick');
  });

  it('throws when the check fails', async () => {
    await expect(whileAlive(never, dead, 10)).rejects.toThrow('dead');
  });
});
