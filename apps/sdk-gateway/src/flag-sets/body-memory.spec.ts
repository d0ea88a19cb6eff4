import { describe, expect, it } from '@jest/globals';
import { BodyMemory } from './body-memory.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

/** Each takes 4 × 1,000 + 1,000 bytes. */
const body = (environmentId: string, revision = 1) =>
  new RenderedFlagSet({ environmentId, epoch: 'e', revision, body: ' '.repeat(1_000) });
const EACH = 5_000;

describe('bodies in memory', () => {
  it('beyond its bytes, those leave that nobody asked for lately', () => {
    const memory = new BodyMemory(3 * EACH, () => true);
    for (const id of ['a', 'b', 'c', 'd']) memory.put(body(id));
    expect(memory.get('a')).toBeUndefined();
    expect(memory.get('b')).toBeDefined();
    memory.put(body('e'));
    expect([memory.get('b') === undefined, memory.get('c') === undefined]).toEqual([false, true]);
    expect(memory.size).toBe(3 * EACH);
  });

  it('what is nowhere else stays', () => {
    const memory = new BodyMemory(EACH, ({ set }) => set.environmentId !== 'only-here');
    for (const id of ['only-here', 'a', 'b', 'c']) memory.put(body(id));
    expect(memory.get('only-here')).toBeDefined();
    expect(memory.size).toBeLessThanOrEqual(2 * EACH);
  });

  it('a newer body takes the place of the older one', () => {
    const memory = new BodyMemory(3 * EACH, () => true);
    memory.put(body('a', 1));
    memory.put(body('a', 2));
    expect(memory.get('a')?.set.revision).toBe(2);
    expect(memory.size).toBe(EACH);
  });
});
