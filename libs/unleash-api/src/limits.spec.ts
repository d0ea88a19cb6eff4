import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from './limits.js';

describe('docs/unleash.md', () => {
  it('lists what the protocol cannot say, and nothing else', () => {
    const listed = [...readFileSync('docs/unleash.md', 'utf8').matchAll(/^\| `([\w-]+)`:/gm)].map(([, limit]) => limit);
    expect(listed).toEqual(Object.keys(LIMITS));
  });
});
