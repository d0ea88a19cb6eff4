import { setImmediate as nextTick } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Turn } from '../source/tenant-queue.js';
import { SharedLoads } from './shared-loads.js';

const AT = { epoch: 'e', revision: 1 };

describe('loads that streams share', () => {
  let loads: SharedLoads;
  let loaded: number;
  beforeEach(() => {
    loads = new SharedLoads();
    loaded = 0;
  });

  const load = async () => {
    await nextTick();
    return ++loaded;
  };
  /** A turn that comes when a test says so. */
  function newTurn() {
    let come: () => void = () => undefined;
    const coming = new Promise<void>((resolve) => (come = resolve));
    const turn: Turn = async (job) => {
      await coming;
      return job(() => undefined);
    };
    return { turn, come };
  }
  const never: Turn = () => Promise.reject(new Error('too many wait'));

  it('begin at the first turn that one of them has, and only once', async () => {
    const [early, late] = [newTurn(), newTurn()];
    const waiting = [loads.once('w', AT, late.turn, load), loads.once('w', AT, early.turn, load)];
    early.come();
    expect(await Promise.all(waiting)).toEqual([1, 1]);
    late.come();
    await nextTick();
    expect(loaded).toBe(1);
    const { turn, come } = newTurn();
    come();
    expect(await loads.once('w', AT, turn, load)).toBe(2);
  });

  it('are joined without a turn once they have begun', async () => {
    const { turn, come } = newTurn();
    come();
    const first = loads.once('w', AT, turn, load);
    await Promise.resolve();
    expect(await Promise.all([first, loads.once('w', AT, never, load)])).toEqual([1, 1]);
  });

  it('of another position are others', async () => {
    const { turn, come } = newTurn();
    come();
    const one = loads.once('w', AT, turn, load);
    const other = loads.once('w', { ...AT, revision: 2 }, turn, load);
    expect(await Promise.all([one, other])).toEqual([1, 2]);
  });

  it('refuse those who may not wait, and nobody else', async () => {
    await expect(loads.once('w', AT, never, load)).rejects.toThrow('too many wait');
    const { turn, come } = newTurn();
    const waits = loads.once('w', AT, turn, load);
    await expect(loads.once('w', AT, never, load)).rejects.toThrow('too many wait');
    come();
    expect(await waits).toBe(1);
  });

  it('fail for all of them', async () => {
    const { turn, come } = newTurn();
    come();
    const fail = () => Promise.reject(new Error('gone'));
    const waiting = [loads.once('w', AT, turn, fail), loads.once('w', AT, turn, fail)];
    for (const one of waiting) await expect(one).rejects.toThrow('gone');
  });
});
