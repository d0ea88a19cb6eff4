import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Turns } from './turns.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const people = (from: number, to: number) => Array.from({ length: to - from }, (_, number) => from + number);

/** @returns `ask`, which asks for a turn for each, and who has been looked at so far */
function newTurns() {
  const turns = new Turns();
  const seen: number[] = [];
  const ask = (names: number[]) => {
    for (const name of names) turns.wait(() => seen.push(name));
  };
  return { ask, seen };
}

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

describe('turns', () => {
  it('who finds nobody waiting is looked at soon, but not at once', () => {
    const { ask, seen } = newTurns();
    ask([1]);
    expect(seen).toEqual([]);
    pass(1);
    expect(seen).toEqual([1]);
  });

  it('a few at a time, in order, with a rest in between, so that others come in', () => {
    const { ask, seen } = newTurns();
    ask(people(0, 100));
    pass(1);
    expect(seen).toEqual(people(0, 36));
    pass(3);
    expect(seen).toEqual(people(0, 36));
    pass(1);
    expect(seen).toEqual(people(0, 72));
    pass(5);
    expect(seen).toEqual(people(0, 100));
  });

  it('whoever comes while others wait is behind them, and nobody is left behind', () => {
    const { ask, seen } = newTurns();
    ask(people(0, 37));
    pass(1);
    ask([37]);
    pass(5);
    expect(seen).toEqual(people(0, 38));
  });

  it('rests also when nobody waits any more, and then ends', () => {
    const { ask, seen } = newTurns();
    ask([0]);
    pass(1);
    ask([1]);
    pass(3);
    expect(seen).toEqual([0]);
    pass(1);
    expect(seen).toEqual([0, 1]);
    pass(5);
    expect(jest.getTimerCount()).toBe(0);
  });
});
