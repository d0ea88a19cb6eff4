import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdmissionQueue } from './admission-queue.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, number) => from + number);

/** @returns `enqueue`, and the requests that have been admitted so far */
function newQueue() {
  const queue = new AdmissionQueue();
  const admitted: number[] = [];
  const enqueue = (requests: number[]) => {
    for (const request of requests) queue.enqueue(() => admitted.push(request));
  };
  return { enqueue, admitted };
}

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

describe('the admission queue', () => {
  it('admits a request soon when none waits, but not at once', () => {
    const { enqueue, admitted } = newQueue();
    enqueue([1]);
    expect(admitted).toEqual([]);
    pass(1);
    expect(admitted).toEqual([1]);
  });

  it('admits a batch at a time, in order, with a pause in between', () => {
    const { enqueue, admitted } = newQueue();
    enqueue(numbers(0, 100));
    pass(1);
    expect(admitted).toEqual(numbers(0, 36));
    pass(3);
    expect(admitted).toEqual(numbers(0, 36));
    pass(1);
    expect(admitted).toEqual(numbers(0, 72));
    pass(5);
    expect(admitted).toEqual(numbers(0, 100));
  });

  it('keeps the order of requests that come while others wait, and admits all', () => {
    const { enqueue, admitted } = newQueue();
    enqueue(numbers(0, 37));
    pass(1);
    enqueue([37]);
    pass(5);
    expect(admitted).toEqual(numbers(0, 38));
  });

  it('pauses also when no request waits, and then stops its timer', () => {
    const { enqueue, admitted } = newQueue();
    enqueue([0]);
    pass(1);
    enqueue([1]);
    pass(3);
    expect(admitted).toEqual([0]);
    pass(1);
    expect(admitted).toEqual([0, 1]);
    pass(5);
    expect(jest.getTimerCount()).toBe(0);
  });
});
