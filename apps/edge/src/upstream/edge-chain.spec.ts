import { describe, expect, it } from '@jest/globals';
import { EdgeChain, isOfEdge } from './edge-chain.js';

const [a, b, c] = ['a', 'b', 'c'].map((id) => new EdgeChain(id)) as [EdgeChain, EdgeChain, EdgeChain];

describe('the edges that follow each other', () => {
  it('are named in what is asked and answered', () => {
    expect(a.ofQuestion()).toBe('1.1 burgee-edge-a');
    expect(b.ofQuestion(a.ofQuestion('1.1 proxy'))).toBe('1.1 proxy, 1.1 burgee-edge-a, 1.1 burgee-edge-b');
    expect([a.ofQuestion(), '1.1 proxy', undefined].map(isOfEdge)).toEqual([true, false, false]);
  });

  it('notice it by a question that comes back', () => {
    expect(a.includes(b.ofQuestion(a.ofQuestion()))).toBe(true);
    expect(a.includes(b.ofQuestion())).toBe(false);
    expect(a.includes(undefined)).toBe(false);
  });

  it('notice it by answers alone, when none has anything to give', () => {
    expect(a.follows(b.ofAnswer)).toBe(false);
    expect(c.follows(a.ofAnswer)).toBe(false);
    expect(b.follows(c.ofAnswer)).toBe(true);
    // It follows another one now.
    expect(b.follows(undefined)).toBe(false);
    expect(b.ofAnswer).toBe('1.1 burgee-edge-b');
  });
});
