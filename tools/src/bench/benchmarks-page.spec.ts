import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { benchesOf, putTable, ratiosOn } from './benchmarks-page.js';
import { BENCHES } from './bench.js';
import { toTable } from './measurement.js';

const PAGE = 'Before.\n\n<!-- bench a -->\n<!-- end of bench a -->\n\nAfter.\n';
const one = { name: 'a read', ours: 2, yardstick: 4, ratio: 0.5, middleHalf: [0.4, 0.6] as const, unit: 'ms' };

describe('docs/benchmarks.md', () => {
  it('has a place for each bench', () => {
    const page = readFileSync(join(ROOT, 'docs', 'benchmarks.md'), 'utf8');
    expect(benchesOf(page).toSorted()).toEqual(Object.keys(BENCHES).toSorted());
  });
});

describe('the page that the bench writes', () => {
  it('keeps what is around a table, and gives its ratios to the next run', () => {
    const first = putTable(PAGE, 'a', toTable([one], ratiosOn(PAGE, 'a')), 'Once.');
    expect(first).toMatch(
      /^Before\.[^]*\| a read \| 2\.00 ms \| 4\.00 ms \| 0\.50 \(0\.40 to 0\.60\) \|  \|[^]*Once\.[^]*After\.\n$/,
    );
    const second = putTable(first, 'a', toTable([{ ...one, ratio: 0.7 }], ratiosOn(first, 'a')), 'Twice.');
    expect(second).toContain('| 0.70 (0.40 to 0.60) | 0.50 |');
    expect(second).not.toContain('Once.');
  });

  it('is not written where it has no place', () => {
    expect(() => putTable(PAGE, 'b', '', '')).toThrow('no place for b');
  });
});
