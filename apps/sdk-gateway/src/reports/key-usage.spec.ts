import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeyUsage } from './key-usage.js';

describe('what a gateway reports of reads', () => {
  let usage: KeyUsage;
  beforeEach(() => {
    usage = new KeyUsage();
  });
  const reported = (all = false) => usage.take(all).map(({ environment_id, at }) => [environment_id, Date.parse(at)]);

  it('is the first read of an environment at once, and then nothing while none comes', () => {
    expect(reported()).toEqual([]);
    usage.note('a', 1_000);
    expect(reported()).toEqual([['a', 1_000]]);
    expect(reported()).toEqual([]);
  });

  it('is a busy environment every ten seconds', () => {
    usage.note('a', 1_000);
    reported();
    usage.note('a', 10_999);
    expect(reported()).toEqual([]);
    usage.note('a', 11_000);
    expect(reported()).toEqual([['a', 11_000]]);
  });

  it('is everything, for receivers that have missed reports', () => {
    usage.note('a', 1_000);
    usage.note('b', 2_000);
    reported();
    expect(reported(true)).toEqual([
      ['a', 1_000],
      ['b', 2_000],
    ]);
  });

  it('is a new environment, however many are in use: what was used longest ago is forgotten', () => {
    usage.note('unused', 1_000);
    usage.note('used', 1_000);
    for (let n = 0; n < 100_000; n += 1) {
      usage.note(`filler-${n}`, 2_000);
      usage.note('used', 2_000);
    }
    usage.note('new', 3_000);
    const reads = new Map(reported(true) as [string, number][]);
    expect([reads.size, reads.get('new'), reads.get('used'), reads.has('unused')]).toEqual([
      100_000,
      3_000,
      2_000,
      false,
    ]);
  });
});
