import { expect, it } from '@jest/globals';
import { addRange, toggleAll, toggleOne } from './selection.js';

const SHOWN = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const of = (...ids: string[]) => new Set(ids);

it('selects and deselects a row', () => {
  expect(toggleOne(of('a'), 'b')).toEqual(of('a', 'b'));
  expect(toggleOne(of('a', 'b'), 'b')).toEqual(of('a'));
});

it('adds a range in either direction to the selection', () => {
  expect(addRange(of('a'), SHOWN, 'b', 'd')).toEqual(of('a', 'b', 'c', 'd'));
  expect(addRange(of(), SHOWN, 'c', 'b')).toEqual(of('b', 'c'));
});

it('adds the last row alone when the range starts at a hidden row', () => {
  expect(addRange(of(), SHOWN, 'gone', 'c')).toEqual(of('c'));
});

it('selects all visible rows, and none the second time', () => {
  expect(toggleAll(of('a'), SHOWN)).toEqual(of('a', 'b', 'c', 'd'));
  expect(toggleAll(of('a', 'b', 'c', 'd'), SHOWN)).toEqual(of());
});
