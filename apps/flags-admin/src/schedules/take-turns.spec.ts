import { expect, it } from '@jest/globals';
import { takeTurns } from './take-turns.js';

it('each has its first turn before anybody has a second one, in the order of what waits', () => {
  const rows = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'];
  expect(takeTurns(rows, ([of = '']) => of)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});
