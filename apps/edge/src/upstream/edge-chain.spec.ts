import { describe, expect, it } from '@jest/globals';
import { EdgeChain, isOfEdge } from './edge-chain.js';

const [a, b, c] = ['a', 'b', 'c'].map((id) => new EdgeChain(id)) as [EdgeChain, EdgeChain, EdgeChain];

describe('a chain of edges', () => {
  it('is named in requests and responses', () => {
    expect(a.ofQuestion()).toBe('1.1 burgee-edge-a');
    expect(b.ofQuestion(a.ofQuestion('1.1 proxy'))).toBe('1.1 burgee-edge-a, 1.1 burgee-edge-b');
    expect([a.ofQuestion(), '1.1 proxy', undefined].map(isOfEdge)).toEqual([true, false, false]);
  });

  it('detects a loop by a request that comes back', () => {
    expect(a.includes(b.ofQuestion(a.ofQuestion()))).toBe(true);
    expect(a.includes(b.ofQuestion())).toBe(false);
    expect(a.includes(undefined)).toBe(false);
  });

  it('forwards no other text of the header, and takes too many edges for a loop', () => {
    expect(a.ofQuestion(`1.1 ${'x'.repeat(10_000)}, 1.1 burgee-edge-${'y'.repeat(10_000)}`).length).toBeLessThan(100);
    const many = (count: number) => Array.from({ length: count }, (_, n) => `1.1 burgee-edge-${n}`).join();
    expect([16, 17].map((count) => a.includes(many(count)))).toEqual([false, true]);
  });

  it('detects a loop by responses alone, before any edge has flags', () => {
    expect(a.follows(b.ofAnswer)).toBe(false);
    expect(c.follows(a.ofAnswer)).toBe(false);
    expect(b.follows(c.ofAnswer)).toBe(true);
    // It follows another upstream now.
    expect(b.follows(undefined)).toBe(false);
    expect(b.ofAnswer).toBe('1.1 burgee-edge-b');
  });
});
