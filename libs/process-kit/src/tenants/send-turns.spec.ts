import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SendTurns } from './send-turns.js';

describe('sending to many connections', () => {
  let now: number;
  let sent: string[];
  let turns: SendTurns;
  beforeEach(() => {
    now = 0;
    sent = [];
    turns = new SendTurns(() => now);
  });

  /** Connections to each of which sending takes so long. */
  function* connections(name: string, count: number, milliseconds = 1): Generator<void> {
    for (let one = 0; one < count; one++) {
      now += milliseconds;
      sent.push(name);
      yield;
    }
  }

  const turnOfEventLoop = () => new Promise(setImmediate);

  it('is done in one go when it takes little', async () => {
    const done = turns.run('a', connections('a', 50, 0.01));
    await Promise.resolve();
    expect(sent).toHaveLength(50);
    await done;
  });

  it('S63 leaves the event loop to others after each two milliseconds', async () => {
    const done = turns.run('a', connections('a', 10));
    const after: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      after.push(sent.length);
      await turnOfEventLoop();
    }
    await done;
    expect(after.every((count, turn) => count <= 2 * (turn + 1))).toBe(true);
    expect(sent).toHaveLength(10);
  });

  it('counts what many tenants send in one turn of the event loop together', async () => {
    const done = Promise.all(Array.from({ length: 10 }, (_, one) => turns.run(`${one}`, connections(`${one}`, 1))));
    await Promise.resolve();
    await Promise.resolve();
    expect(sent.length).toBeLessThanOrEqual(2);
    await done;
    expect(sent).toHaveLength(10);
  });

  it('lets tenants take turns', async () => {
    const many = Array.from({ length: 5 }, () => turns.run('many', connections('many', 10)));
    const few = turns.run('few', connections('few', 2));
    await few;
    expect(sent.filter((name) => name === 'many').length).toBeLessThanOrEqual(6);
    await Promise.all(many);
    expect(sent).toHaveLength(52);
  });

  it('S63 one that has sent for longer than its share waits, and nobody else does', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const all = turns.run('a', connections('a', 2, 700));
      await turnOfEventLoop();
      await turns.run('b', connections('b', 1));
      expect(sent).toEqual(['a', 'b']);
      now += 1_000;
      await jest.advanceTimersByTimeAsync(1_000);
      await turnOfEventLoop();
      expect(sent).toEqual(['a', 'b', 'a']);
      now += 3_000;
      await jest.advanceTimersByTimeAsync(3_000);
      await all;
    } finally {
      jest.useRealTimers();
    }
  });
});
