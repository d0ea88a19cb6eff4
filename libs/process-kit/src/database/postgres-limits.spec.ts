import { describe, expect, it } from '@jest/globals';
import { postgresLimits, stepWithin } from './postgres-limits.js';

describe('how long a request waits for Postgres', () => {
  it.each([
    ['nobody waits: as long as any query', undefined, 9_000, 2_000],
    ['it has just arrived', 0, 9_000, 2_000],
    ['what it has waited for a connection is taken off its query', 1_300, 1_300, 700],
    ['a step has its least time, however late', 1_900, 9_000, 400],
    ['after the limit as well, where Postgres may be dead', 9_000, 400, 400],
    ['no time where Postgres is dead', 2_000, 2_000, 1],
    ['all of it where Postgres is slow', 2_000, 399, 2_000],
  ])('%s', (_name, waited, silent, expected) => {
    expect(stepWithin(waited, silent)).toBe(expected);
  });

  it('is never longer than a query without a caller', () => {
    expect(stepWithin(0, 0)).toBe(postgresLimits('a').query_timeout);
  });
});
