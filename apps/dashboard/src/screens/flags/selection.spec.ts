import { expect, it } from '@jest/globals';
import { addRange, toggleAll, toggleOne } from './selection.js';

const SHOWN = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const of = (...ids: string[]) => new Set(ids);

it('a row is selected, and taken out again', () => {
  expect(toggleOne(of('a'), 'b')).toEqual(of('a', 'b'));
  expect(toggleOne(of('a', 'b'), 'b')).toEqual(of('a'));
});

it('a range goes either way, and keeps what is selected', () => {
  expect(addRange(of('a'), SHOWN, 'b', 'd')).toEqual(of('a', 'b', 'c', 'd'));
  expect(addRange(of(), SHOWN, 'c', 'b')).toEqual(of('b', 'c'));
});

it('a range from a row that is no longer shown is that row alone', () => {
  expect(addRange(of(), SHOWN, 'gone', 'c')).toEqual(of('c'));
});

it('all are those that are shown; a second time none', () => {
  expect(toggleAll(of('a'), SHOWN)).toEqual(of('a', 'b', 'c', 'd'));
  expect(toggleAll(of('a', 'b', 'c', 'd'), SHOWN)).toEqual(of());
});
