import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SessionLookUps } from './session-look-ups.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => undefined);

describe('look-ups of sessions', () => {
  // Budgets fill with time.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  it('S137 few of an account run at a time, and fewer of all than a service has connections', async () => {
    const lookUps = new SessionLookUps();
    const lookUp = jest.fn(never);
    for (let i = 0; i < 20; i++) void lookUps.run('loop', '192.0.2.1', lookUp);
    await settled();
    expect(lookUp).toHaveBeenCalledTimes(2);
    for (let i = 0; i < 20; i++) void lookUps.run(`account-${i}`, '192.0.2.1', lookUp);
    await settled();
    expect(lookUp).toHaveBeenCalledTimes(5);
  });

  it('S137 networks take turns', async () => {
    const lookUps = new SessionLookUps();
    let end: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (end = resolve));
    void lookUps.run('first', '192.0.2.1', () => first);
    await settled();
    for (let i = 0; i < 60; i++) void lookUps.run(`account-${i}`, '192.0.2.1', never);
    await settled();
    const person = lookUps.run('person', '198.51.100.1', async () => 'found');
    await settled();
    end();
    expect(await person).toBe('found');
  });

  it('S137 an account whose requests were refused often waits, and gets 429 where its caller would not live to see more', async () => {
    const lookUps = new SessionLookUps();
    for (let i = 0; i < 300; i++) lookUps.refused('loop', '192.0.2.1');
    const lookUp = jest.fn(never);
    void lookUps.run('loop', '192.0.2.1', lookUp);
    expect(await lookUps.run('person', '192.0.2.1', async () => 'found')).toBe('found');
    expect(lookUp).not.toHaveBeenCalled();
    for (let i = 0; i < 1_000; i++) lookUps.refused('loop', '192.0.2.1');
    await expect(lookUps.run('loop', '192.0.2.1', lookUp)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
