import { describe, expect, it } from '@jest/globals';
import { allSettled } from './in-transaction.js';

describe('concurrent operations', () => {
  it('return their results in order', async () => {
    expect(await allSettled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  it('fail with the first failure in order, not in time, after all have ended', async () => {
    const ended: string[] = [];
    const end = async (name: string, turns: number) => {
      for (let n = 0; n < turns; n++) await Promise.resolve();
      ended.push(name);
    };
    const works = [
      end('first', 20).then(() => Promise.reject(new Error('first'))),
      Promise.reject(new Error('second')),
      end('last', 40),
    ];
    await expect(allSettled(works)).rejects.toThrow('first');
    expect(ended).toEqual(['first', 'last']);
  });
});
