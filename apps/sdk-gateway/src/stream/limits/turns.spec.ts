import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const BRIEF = () => 0;

/** Asks for so many turns. @returns who has had theirs so far */
function ask(turns: Turns, ...names: number[]): number[] {
  const had: number[] = [];
  for (const name of names) void turns.take().then(() => had.push(name));
  return had;
}

describe('turns', () => {
  it('two with each turn of the loop, in order, so that others come in between', async () => {
    const had = ask(new Turns(BRIEF), 1, 2, 3, 4, 5);
    expect(had).toEqual([]);
    await nextTurn();
    expect(had).toEqual([1, 2]);
    await nextTurn();
    expect(had).toEqual([1, 2, 3, 4]);
    await nextTurn();
    expect(had).toEqual([1, 2, 3, 4, 5]);
  });

  it('whoever comes while others wait is behind them, and nobody is left behind', async () => {
    const turns = new Turns(BRIEF);
    const first = ask(turns, 1, 2, 3);
    await nextTurn();
    const second = ask(turns, 4);
    expect([first, second]).toEqual([[1, 2], []]);
    await nextTurn();
    expect([first, second]).toEqual([[1, 2, 3], [4]]);
    const third = ask(turns, 5);
    await nextTurn();
    expect(third).toEqual([5]);
  });

  it('as many as come to 500 a second, however long a turn of the loop lasts', async () => {
    let now = 0;
    const had = ask(new Turns(() => now), ...Array.from({ length: 20 }, (_, number) => number));
    now = 20;
    await nextTurn();
    expect(had).toHaveLength(10);
    now += 1;
    await nextTurn();
    expect(had).toHaveLength(12);
  });
});
