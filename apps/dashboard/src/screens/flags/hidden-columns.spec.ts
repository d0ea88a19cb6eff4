import { describe, expect, it } from '@jest/globals';
import { hiddenColumns } from './hidden-columns.js';

describe('of seven columns, three of which fit beside the keys', () => {
  const at = (scrollLeft: number) =>
    hiddenColumns({ scrollLeft, clientWidth: 272 + 3 * 144, scrollWidth: 272 + 7 * 144 }, 272, 7);

  it.each([
    [0, 0, 4],
    [144, 1, 3],
    [430.5, 3, 1],
    [576, 4, 0],
  ])('scrolled by %d pixels, %i are hidden before and %i after', (scrollLeft, before, after) =>
    expect(at(scrollLeft)).toEqual({ before, after }),
  );
});

it('of a table that fits none are hidden, however browsers round its sizes', () =>
  expect(hiddenColumns({ scrollLeft: 0, clientWidth: 1000, scrollWidth: 1001 }, 272, 4)).toEqual({
    before: 0,
    after: 0,
  }));
