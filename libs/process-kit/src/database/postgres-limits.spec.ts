import { describe, expect, it } from '@jest/globals';
import { postgresLimits, stepWithin } from './postgres-limits.js';

describe('the time limit of a request for Postgres', () => {
  it.each([
    ['work without a request: as long as any query', undefined, 9_000, 2_000],
    ['it has just arrived', 0, 9_000, 2_000],
    ['the wait for a connection shortens its query', 1_300, 1_300, 700],
    ['a step has its least time, however late', 1_900, 9_000, 400],
    ['after the limit too, where Postgres may be dead', 9_000, 400, 400],
    ['no time where Postgres is dead', 2_000, 2_000, 1],
    ['all of it where Postgres is slow', 2_000, 399, 2_000],
  ])('%s', (_name, waited, silent, expected) => {
    expect(stepWithin(waited, silent)).toBe(expected);
  });

  it('is never longer than for a query without a request', () => {
    expect(stepWithin(0, 0)).toBe(postgresLimits('a').query_timeout);
  });
});
