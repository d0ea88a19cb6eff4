import { describe, expect, it } from '@jest/globals';
import { waitOf } from './wait-of.js';

describe('how much longer a change may take', () => {
  it.each([
    ['/api/flags/1', 0],
    ['/api/flags/1?wait=other', 0],
    ['/api/flags/wait=applied', 0],
    ['/api/flags/1?await=applied', 0],
    ['/api/flags/1?timeout=60s', 0],
    ['/api/flags/1?wait=applied', 5_000],
    ['/api/flags/1?wait=applied&timeout=60s', 60_000],
    ['/api/flags/1?timeout=250ms&wait=applied', 250],
    ['/api/flags/1?wait=applied&timeout=99999s', 60_000],
    ['/api/flags/1?wait=applied&timeout=soon', 5_000],
  ])('%s: %d ms', (url, milliseconds) => expect(waitOf(url)).toBe(milliseconds));
});
