import { describe, expect, it } from '@jest/globals';
import { allSettled } from './in-transaction.js';

describe('works that have begun together', () => {
  it('give their results in order', async () => {
    expect(await allSettled([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
  });

  it('fail as the first of them does, whichever fails first, and only when all have ended', async () => {
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
