import { describe, expect, it } from '@jest/globals';
import { hiddenColumns } from './hidden-columns.js';

describe('seven columns in a view that fits three', () => {
  const at = (scrollLeft: number) =>
    hiddenColumns({ scrollLeft, clientWidth: 272 + 3 * 144, scrollWidth: 272 + 7 * 144 }, 272, 7);

  it.each([
    [0, 0, 4],
    [144, 1, 3],
    [430.5, 3, 1],
    [576, 4, 0],
  ])('scrolled by %d pixels, hide %i before and %i after', (scrollLeft, before, after) =>
    expect(at(scrollLeft)).toEqual({ before, after }),
  );
});

it('hides no column of a table that fits, despite rounding in browsers', () =>
  expect(hiddenColumns({ scrollLeft: 0, clientWidth: 1000, scrollWidth: 1001 }, 272, 4)).toEqual({
    before: 0,
    after: 0,
  }));
