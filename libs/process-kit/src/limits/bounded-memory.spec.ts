import { describe, expect, it } from '@jest/globals';
import { BoundedMemory } from './bounded-memory.js';

const WINDOW_SECONDS = 60;

describe('a limiter in memory', () => {
  it('has a bounded number of counters, and resets the least recently used', async () => {
    const memory = new BoundedMemory({ points: 9, duration: WINDOW_SECONDS }, 3);
    for (const key of ['a', 'b', 'c', 'a', 'd', 'e']) await memory.consume(key);
    const counted = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => memory.get(key)));
    expect(counted.map((counter) => counter?.consumedPoints)).toEqual([2, undefined, undefined, 1, 1]);
  });

  it('counts each key', async () => {
    const memory = new BoundedMemory({ points: 1, duration: WINDOW_SECONDS });
    await memory.consume('a');
    await expect(memory.consume('a')).rejects.toMatchObject({ consumedPoints: 2 });
    expect(await memory.consume('b')).toMatchObject({ consumedPoints: 1 });
  });
});
