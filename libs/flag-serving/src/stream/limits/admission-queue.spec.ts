import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdmissionQueue, type Waiting } from './admission-queue.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, number) => from + number);

/** One share, whose requests wait in their order. */
class OneLine extends Array<Waiting> {
  get size() {
    return this.length;
  }
  add(_: readonly string[], waiting: Waiting) {
    this.push(waiting);
  }
  takeNext() {
    return this.shift();
  }
  takeSurplus() {
    return this.pop();
  }
}

/** @returns `enqueue`, and the requests that have been admitted and refused so far */
function newQueue(waitingAtMost?: number) {
  const queue = new AdmissionQueue(new OneLine(), waitingAtMost, () => Date.now());
  const admitted: unknown[] = [];
  const refused: unknown[] = [];
  const enqueue = (requests: unknown[]) => {
    for (const request of requests)
      queue.enqueue([], {
        admit: () => admitted.push(request),
        refuse: (seconds) => refused.push([request, seconds >= 1]),
      });
  };
  return { enqueue, admitted, refused };
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
    enqueue(numbers(0, 12));
    pass(1);
    expect(admitted).toEqual(numbers(0, 5));
    pass(3);
    expect(admitted).toEqual(numbers(0, 5));
    pass(2);
    expect(admitted).toEqual(numbers(0, 10));
    enqueue([12]);
    pass(5);
    expect(admitted).toEqual(numbers(0, 13));
  });

  it('admits fewer when the event loop is late', () => {
    const { enqueue, admitted } = newQueue();
    enqueue(numbers(0, 1_000));
    pass(201);
    const before = admitted.length;
    jest.setSystemTime(Date.now() + 100);
    pass(5);
    expect(admitted.length - before).toBe(3);
  });

  it('when it is full, tells the one that has to leave when to come back', () => {
    const { enqueue, admitted, refused } = newQueue(3);
    enqueue(numbers(0, 5));
    expect(refused).toEqual([
      [3, true],
      [4, true],
    ]);
    pass(100);
    expect(admitted).toEqual([0, 1, 2]);
  });

  it('pauses also when no request waits, and then stops its timer', () => {
    const { enqueue, admitted } = newQueue();
    enqueue([0]);
    pass(1);
    enqueue([1]);
    pass(3);
    expect(admitted).toEqual([0]);
    pass(2);
    expect(admitted).toEqual([0, 1]);
    pass(5);
    expect(jest.getTimerCount()).toBe(0);
  });
});
