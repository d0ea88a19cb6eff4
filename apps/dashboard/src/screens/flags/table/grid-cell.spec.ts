import { describe, expect, it } from '@jest/globals';
import { cellName, nextCell, parseCell } from './grid-cell.js';

const SIZE = { rows: 100, columns: 4, page: 20 };

describe('in the table', () => {
  it.each([
    ['ArrowDown', false, { row: 6, column: 1 }],
    ['ArrowUp', false, { row: 4, column: 1 }],
    ['ArrowLeft', false, { row: 5, column: 0 }],
    ['ArrowRight', false, { row: 5, column: 2 }],
    ['PageDown', false, { row: 25, column: 1 }],
    ['PageUp', false, { row: 0, column: 1 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', false, { row: 5, column: 3 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 99, column: 3 }],
    ['a', false, undefined],
  ])('%s (ctrl: %s) leads from 5:1 to %j', (key, ctrl, expected) =>
    expect(nextCell({ row: 5, column: 1 }, key, SIZE, ctrl)).toEqual(expected),
  );

  it('keeps the focus inside; the head is above the first row', () => {
    expect(nextCell({ row: 0, column: 0 }, 'ArrowUp', SIZE)).toEqual({ row: -1, column: 0 });
    expect(nextCell({ row: -1, column: 0 }, 'ArrowUp', SIZE)).toEqual({ row: -1, column: 0 });
    expect(nextCell({ row: 99, column: 3 }, 'ArrowDown', SIZE)).toEqual({ row: 99, column: 3 });
    expect(nextCell({ row: 99, column: 3 }, 'ArrowRight', SIZE)).toEqual({ row: 99, column: 3 });
  });

  it('finds a cell by its name', () => {
    expect(parseCell(cellName({ row: -1, column: 3 }))).toEqual({ row: -1, column: 3 });
    expect(parseCell(undefined)).toBeUndefined();
  });
});
