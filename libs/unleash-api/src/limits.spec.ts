import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LIMITS, SDKS } from './limits.js';

const ROW = /^\| `([\w-]+)`:.*\| ([\w, ]+?) +\|$/gm;

describe('docs/guides/unleash.md', () => {
  it('lists exactly the limits of the protocol and their SDKs', () => {
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
