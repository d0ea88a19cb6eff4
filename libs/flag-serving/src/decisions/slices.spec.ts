import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Slices } from './slices.js';

let now = 0;
let turn = 0;
let ticking: NodeJS.Immediate;

function tick(): void {
  turn++;
  ticking = setImmediate(tick);
}

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  tick();
});
afterEach(() => {
  clearImmediate(ticking);
  jest.restoreAllMocks();
});

/** Each takes a millisecond. */
function* work(count: number, doneIn: number[]): Generator<number> {
  for (let index = 0; index < count; index++) {
    now++;
    doneIn.push(turn);
    yield index;
  }
}

const mostInOneTurn = (doneIn: number[]) => Math.max(...doneIn.map((one) => doneIn.filter((of) => of === one).length));

describe('work in slices', () => {
  it('S64 leaves the event loop to others after each two milliseconds, and is paid for', async () => {
    const doneIn: number[] = [];
    let paid = 0;
    const taken = await new Slices().take(work(9, doneIn), (milliseconds) => (paid += milliseconds));
    expect([taken, paid]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 9]);
    expect(mostInOneTurn(doneIn)).toBe(2);
  });

  it('S64 that is short each shares slices, however much of it comes at once', async () => {
    const slices = new Slices();
    const doneIn: number[] = [];
    for (let count = 0; count < 10; count++) await slices.take(work(1, doneIn), () => undefined);
    expect(mostInOneTurn(doneIn)).toBe(2);
  });

  it('ends when it is in vain', async () => {
    const doneIn: number[] = [];
    expect(
      await new Slices().take(
        work(9, doneIn),
        () => undefined,
        () => now > 3,
      ),
    ).toBeUndefined();
    expect(doneIn).toHaveLength(4);
  });
});
