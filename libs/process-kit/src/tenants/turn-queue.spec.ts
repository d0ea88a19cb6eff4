import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { TurnQueue } from './turn-queue.js';

/** A queue whose work runs until it is told to end, and the names of what has begun, ended and been refused, in order. */
function recorded(options: { atOnce: number; waitingAtMost: number }) {
  const queue = new TurnQueue({ ...options, full: () => new Error('full') });
  const began: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  /** @param path such as `a/b`: share b inside share a */
  const ask = (path: string, name = path) => {
    const work = () => {
      began.push(name);
      return new Promise<void>((end) => ends.push(end));
    };
    queue.run(path.split('/'), work).catch(() => refused.push(name));
  };
  const endAll = async () => {
    for (;;) {
      await nextTick();
      const end = ends.shift();
      if (!end) return;
      end();
    }
  };
  return { ask, began, refused, endAll };
}

describe('a queue of turns', () => {
  it('begins at once while fewer run than may', async () => {
    const { ask, began } = recorded({ atOnce: 2, waitingAtMost: 9 });
    for (const name of ['1', '2', '3']) ask('a', name);
    await nextTick();
    expect(began).toEqual(['1', '2']);
  });

  it('lets shares take turns, each in its own order', async () => {
    const { ask, began, endAll } = recorded({ atOnce: 1, waitingAtMost: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name.charAt(0), name);
    await endAll();
    expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('lets the shares inside a share take its turns', async () => {
    const { ask, began, endAll } = recorded({ atOnce: 1, waitingAtMost: 9 });
    for (const path of ['x/a/1', 'x/a/1', 'x/a/2', 'x/b/1', 'x/c/1', 'y', 'y']) ask(path);
    await endAll();
    expect(began).toEqual(['x/a/1', 'y', 'x/b/1', 'y', 'x/c/1', 'x/a/2', 'x/a/1']);
  });

  it('a share that comes has its turn before those that have one now', async () => {
    const { ask, began, endAll } = recorded({ atOnce: 2, waitingAtMost: 9 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) ask(name.charAt(0), name);
    await endAll();
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('when it is full, refuses the latest of the share that waits with most', async () => {
    const { ask, began, refused, endAll } = recorded({ atOnce: 1, waitingAtMost: 3 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b1', 'c1']) ask(name.charAt(0), name);
    await endAll();
    expect(refused).toEqual(['a3', 'a2']);
    expect(began).toEqual(['a0', 'b1', 'c1', 'a1']);
  });

  it('when it is full, shares that are many inside one have the places of one', async () => {
    const { ask, began, refused, endAll } = recorded({ atOnce: 1, waitingAtMost: 4 });
    for (const path of ['x/0', 'x/1', 'x/2', 'x/3', 'x/4', 'y/1', 'z/1', 'y/2']) ask(path);
    await endAll();
    expect(refused).toEqual(['x/4', 'x/3', 'y/2']);
    expect(began).toEqual(['x/0', 'y/1', 'z/1', 'x/1', 'x/2']);
  });

  it('when it is full of shares with one each, refuses a newcomer', async () => {
    const { ask, refused, endAll } = recorded({ atOnce: 1, waitingAtMost: 2 });
    for (const share of ['a', 'b', 'c', 'd']) ask(share);
    await endAll();
    expect(refused).toEqual(['d']);
  });

  it('goes on after work that failed', async () => {
    const queue = new TurnQueue({ atOnce: 1, waitingAtMost: 1, full: () => new Error('full') });
    const broken = queue.run(['a'], () => Promise.reject(new Error('broken')));
    const next = queue.run(['a'], () => Promise.resolve('done'));
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe('done');
    expect(await queue.run(['b'], () => Promise.resolve('again'))).toBe('again');
  });
});
