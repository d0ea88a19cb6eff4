import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedMetrics } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';

/** Where metrics are made: each name is written out. */
const MADE = /(?:name: |gauge\(|counter\(|durationsByStatus\(|seconds\()\s*'(burgee_\w+)'/g;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!spec)\.ts$/.test(entry.name))
    .filter(({ parentPath }) => /\/src(\/|$)/.test(parentPath) && !parentPath.includes('node_modules'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

const made = new Set(
  ['apps', 'libs'].flatMap(sources).flatMap((text) => [...text.matchAll(MADE)].map(([, name]) => name ?? '')),
);
const documented = documentedMetrics();

describe('docs/reference/metrics.md', () => {
  it('has each metric of the code once, and no other', () => {
    expect(made.size).toBeGreaterThan(40);
    expect(documented.map(({ name }) => name).toSorted()).toEqual([...made].toSorted());
  });

  it("follows Prometheus' conventions: counters end with _total, times are seconds, sizes are bytes", () => {
    for (const { name, type } of documented) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      const isOfTimes = type === 'histogram' || type === 'summary';
      expect([name, !isOfTimes || name.endsWith('_seconds')]).toEqual([name, true]);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|mb|kb)(_|$)/);
    }
  });
});
