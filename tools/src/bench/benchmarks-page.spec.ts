import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../start/settings.js';
import { benchesOf, putTable } from './benchmarks-page.js';
import { BENCHES } from './bench.js';
import { toTable } from './measurement.js';

const PAGE = 'Before.\n\n<!-- bench a -->\n<!-- end of bench a -->\n\nAfter.\n';

describe('docs/benchmarks.md', () => {
  it('has a place for each bench', () => {
    const page = readFileSync(join(ROOT, 'docs', 'benchmarks.md'), 'utf8');
    expect(benchesOf(page).toSorted()).toEqual(Object.keys(BENCHES).toSorted());
  });
});

describe('the table that a bench writes', () => {
  it('has a ratio where there is a yardstick', () => {
    const read = { name: 'a read', ours: 2, yardstick: 4, ratio: 0.5, middleHalf: [0.4, 0.6] as const, unit: 'ms' };
    const table = toTable([read, { name: 'a page', ours: 300, unit: 'kB' }]);
    expect(putTable(PAGE, 'a', table, 'Once.')).toBe(`Before.

<!-- bench a -->

| measured | Burgee | yardstick | ratio |
| --- | --- | --- | --- |
| a read | 2.00 ms | 4.00 ms | 0.50 (0.40 to 0.60) |
| a page | 300 kB | | |

Once.

<!-- end of bench a -->

After.
`);
  });
});
