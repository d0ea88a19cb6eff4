import { describe, expect, it } from '@jest/globals';
import { printProgress } from './progress.js';

describe('the progress of a backup', () => {
  it('is a line when two seconds have passed', () => {
    const lines: string[] = [];
    let now = 0;
    const progress = printProgress(
      (line) => lines.push(line),
      () => now,
    );
    const table = { name: 'audit.entries', rows: 9 };
    for (const [at, done] of [
      [1_999, 1],
      [2_000, 2],
      [3_000, 3],
      [4_500, 4],
    ] as const) {
      now = at;
      progress(table, done);
    }
    expect(lines).toEqual(['  audit.entries: 2 of 9 rows', '  audit.entries: 4 of 9 rows']);
  });
});
