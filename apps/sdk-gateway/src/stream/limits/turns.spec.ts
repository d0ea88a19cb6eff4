import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Turns } from './turns.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** Asks for so many turns. @returns who has had theirs so far */
function ask(turns: Turns, ...names: number[]): number[] {
  const had: number[] = [];
  for (const name of names) void turns.take().then(() => had.push(name));
  return had;
}

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('turns', () => {
  it('two at a time, in order, with a rest in between, so that others come in', async () => {
    const had = ask(new Turns(), 1, 2, 3, 4, 5);
    await pass(1);
    expect(had).toEqual([]);
    await pass(1);
    expect(had).toEqual([1, 2]);
    await pass(1);
    expect(had).toEqual([1, 2]);
    await pass(1);
    expect(had).toEqual([1, 2, 3, 4]);
    await pass(2);
    expect(had).toEqual([1, 2, 3, 4, 5]);
  });

  it('whoever comes while others wait is behind them, and nobody is left behind', async () => {
    const turns = new Turns();
    const first = ask(turns, 1, 2, 3);
    await pass(2);
    const second = ask(turns, 4);
    expect([first, second]).toEqual([[1, 2], []]);
    await pass(2);
    expect([first, second]).toEqual([[1, 2, 3], [4]]);
    const third = ask(turns, 5);
    await pass(2);
    expect(third).toEqual([5]);
  });

  it('as many as come to 500 a second, however late a turn comes', async () => {
    let late = 0;
    const turns = new Turns(() => performance.now() + late);
    const had = ask(turns, ...Array.from({ length: 20 }, (_, number) => number));
    late = 18;
    await pass(2);
    expect(had).toHaveLength(10);
    await pass(2);
    expect(had).toHaveLength(12);
  });
});
