import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LIMITS, SDKS } from './limits.js';

const ROW = /^\| `([\w-]+)`:.*\| ([\w, ]+?) +\|$/gm;

describe('docs/guides/unleash.md', () => {
  it('lists what the protocol cannot say with the SDKs that it is of, and nothing else', () => {
    const listed = [...readFileSync('docs/guides/unleash.md', 'utf8').matchAll(ROW)].map(([, limit, sdks]) => [
      limit,
      sdks,
    ]);
    const all = Object.entries(LIMITS).map(([limit, { sdks }]) => [
      limit,
      sdks.length === SDKS.length ? 'all' : sdks.join(', '),
    ]);
    expect(listed).toEqual(all);
  });
});
