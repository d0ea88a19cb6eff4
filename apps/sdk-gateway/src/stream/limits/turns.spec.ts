import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Turns } from './turns.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const people = (count: number, from = 0) => Array.from({ length: count }, (_, number) => from + number);

/** Asks for turns. @returns who has been looked at so far */
function ask(turns: Turns, names: number[], goesOn = true): number[] {
  const seen: number[] = [];
  for (const name of names)
    turns.wait(() => {
      seen.push(name);
      return goesOn;
    });
  return seen;
}

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

describe('turns', () => {
  it('who finds nobody waiting is looked at soon, but not within the same turn of the event loop', () => {
    const seen = ask(new Turns(), [1]);
    expect(seen).toEqual([]);
    pass(1);
    expect(seen).toEqual([1]);
  });

  it('a few at a time, in order, with a rest in between, so that others come in', () => {
    const seen = ask(new Turns(), people(8));
    pass(1);
    expect(seen).toEqual(people(3));
    pass(3);
    expect(seen).toEqual(people(3));
    pass(1);
    expect(seen).toEqual(people(6));
    pass(5);
    expect(seen).toEqual(people(8));
  });

  it('more of those who are refused', () => {
    const seen = ask(new Turns(), people(100), false);
    pass(1);
    expect(seen).toEqual(people(36));
  });

  it('whoever comes while others wait is behind them, and nobody is left behind', () => {
    const turns = new Turns();
    const seen = ask(turns, people(4));
    pass(1);
    const second = ask(turns, [4]);
    expect([seen, second]).toEqual([people(3), []]);
    pass(5);
    expect([seen, second]).toEqual([people(4), [4]]);
    const third = ask(turns, [5]);
    pass(3);
    expect(third).toEqual([]);
    pass(1);
    expect(third).toEqual([5]);
    pass(5);
    expect(jest.getTimerCount()).toBe(0);
  });
});
