import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SnapshotPacer, type Write } from './snapshot-pacer.js';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick'] }));
afterEach(() => void jest.useRealTimers());

function newPacer(): SnapshotPacer {
  const waiting: Write[] = [];
  return new SnapshotPacer({ add: (_, one) => void waiting.push(one), takeNext: () => waiting.shift() });
}

/** Enqueues so many snapshots of a size. @returns those that have been written so far */
function written(count: number, bytes: number): number[] {
  const pacer = newPacer();
  const written: number[] = [];
  for (let number = 0; number < count; number++) pacer.enqueue('tenant', bytes, () => written.push(number));
  return written;
}

describe('the snapshot pacer', () => {
  it('writes 36 snapshots at once, in order, with a pause before the next', () => {
    const list = written(80, 100);
    const seen = [list.length];
    for (let pause = 0; pause < 3; pause++) {
      jest.advanceTimersByTime(5);
      seen.push(list.length);
    }
    expect(seen).toEqual([36, 72, 80, 80]);
    expect(list).toEqual(list.toSorted((a, b) => a - b));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('writes fewer large ones, and one that is larger than all others together alone', () => {
    expect(written(80, 400_000)).toHaveLength(3);
    expect(written(80, 2_000_000)).toHaveLength(1);
  });

  it('loads two at a time, in order, also when one fails', async () => {
    const pacer = newPacer();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const load = (number: number) =>
      pacer.load(async () => {
        begun.push(number);
        await new Promise<void>((end) => ends.push(end));
        if (number === 0) throw new Error('gone');
        return number;
      });
    const loads = Promise.allSettled([0, 1, 2, 3].map(load));
    for (const count of [2, 3, 4, 4]) {
      await jest.advanceTimersByTimeAsync(0);
      expect(begun).toHaveLength(count);
      ends.shift()?.();
    }
    expect((await loads).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
      'failed',
      1,
      2,
      3,
    ]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});
