import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SnapshotPacer } from './snapshot-pacer.js';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick'] }));
afterEach(() => void jest.useRealTimers());

/** Enqueues so many snapshots of a size. @returns the ones written so far */
function written(count: number, bytes: number): number[] {
  const pacer = new SnapshotPacer();
  const written: number[] = [];
  for (let number = 0; number < count; number++) pacer.enqueue(bytes, () => written.push(number));
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

  it('writes fewer large ones at once, and one above the byte limit alone', () => {
    expect(written(80, 400_000)).toHaveLength(3);
    expect(written(80, 2_000_000)).toHaveLength(1);
  });
});
