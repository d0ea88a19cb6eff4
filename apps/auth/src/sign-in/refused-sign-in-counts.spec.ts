import { describe, expect, it } from '@jest/globals';
import { BLOCKS_AT_MOST, RefusedSignInCounts } from './refused-sign-in-counts.js';

describe('refused sign-ins', () => {
  it('are counted per address block and reason, and reset when taken', () => {
    const counts = new RefusedSignInCounts();
    counts.add('192.0.2.1', 'invalid_credentials');
    counts.add('192.0.2.2', 'invalid_credentials');
    counts.add('192.0.2.1', 'too_many_attempts');
    counts.add('192.0.2.1', 'invalid_credentials');
    expect(counts.take()).toEqual([
      { block: '192.0.2.1', invalid_credentials: 2, too_many_attempts: 1 },
      { block: '192.0.2.2', invalid_credentials: 1, too_many_attempts: 0 },
    ]);
    expect(counts.take()).toEqual([]);
  });

  it('S87 of any number of blocks stay in a bounded number of counts, without loss', () => {
    const counts = new RefusedSignInCounts();
    for (let n = 0; n < BLOCKS_AT_MOST + 5_000; n++)
      counts.add(`2001:db8:${n.toString(16)}::/64`, 'invalid_credentials');
    counts.add('2001:db8:0::/64', 'invalid_credentials');
    const taken = counts.take();
    expect(taken).toHaveLength(BLOCKS_AT_MOST + 1);
    expect(taken[0]).toMatchObject({ block: '2001:db8:0::/64', invalid_credentials: 2 });
    expect(taken.at(-1)).toEqual({ block: null, invalid_credentials: 5_000, too_many_attempts: 0 });
  });
});
