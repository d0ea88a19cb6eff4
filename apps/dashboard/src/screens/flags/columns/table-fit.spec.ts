import { describe, expect, it } from '@jest/globals';
import { tableFit } from './table-fit.js';

const REM = 16;
/** As in flags-table.module.css. */
const leastOf = (environments: number) => (26.5 + environments * 7) * REM;
const fitOf = (width: number, environments: number) =>
  tableFit({ width, least: leastOf(environments), key: 17 * REM, rem: REM }).columns;

describe('a table that is wider than its window', () => {
  it.each([
    [705, 6, 3],
    [1121, 6, undefined],
    [1121, 12, 6],
    [705, 2, undefined],
    [520, 3, 1],
    [300, 3, 1],
  ])('%i pixels wide with %i environments: %s', (width, environments, columns) =>
    expect(fitOf(width, environments)).toBe(columns),
  );

  it('never fits all columns below their least width', () => {
    for (let environments = 1; environments <= 20; environments++) {
      const widths = Array.from({ length: leastOf(environments) - 400 }, (_, more) => 400 + more);
      const fits = widths.map((width) => fitOf(width, environments) ?? Infinity);
      expect(Math.max(...fits)).toBeLessThanOrEqual(environments);
    }
  });
});

it.each([
  [272, 1],
  [350, 2],
  [480, 3],
  [600, 5],
  [0, 1],
])('a row with a key of %i pixels has room for %i tags', (key, tags) =>
  expect(tableFit({ width: 1000, least: 0, key, rem: REM }).tags).toBe(tags),
);
