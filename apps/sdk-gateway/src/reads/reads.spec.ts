import { beforeEach, describe, expect, it } from '@jest/globals';
import { Reads } from './reads.js';

describe('what a gateway tells of reads', () => {
  let reads: Reads;
  beforeEach(() => {
    reads = new Reads();
  });
  const told = (all = false) => reads.take(all).map(({ environment_id, at }) => [environment_id, Date.parse(at)]);

  it('is the first read of an environment at once, and then nothing while none comes', () => {
    expect(told()).toEqual([]);
    reads.note('a', 1_000);
    expect(told()).toEqual([['a', 1_000]]);
    expect(told()).toEqual([]);
  });

  it('is a busy environment every ten seconds', () => {
    reads.note('a', 1_000);
    told();
    reads.note('a', 10_999);
    expect(told()).toEqual([]);
    reads.note('a', 11_000);
    expect(told()).toEqual([['a', 11_000]]);
  });

  it('is everything, for those who were not there', () => {
    reads.note('a', 1_000);
    reads.note('b', 2_000);
    told();
    expect(told(true)).toEqual([
      ['a', 1_000],
      ['b', 2_000],
    ]);
  });
});
