import { describe, expect, it } from '@jest/globals';
import { hashOf, KeyRing } from './key-ring.js';

const listed = (...keys: string[]) => new Set(keys.map(hashOf));

describe("an edge's keys for the upstream", () => {
  it('S120 are the keys in the list of the upstream, per environment', () => {
    const ring = new KeyRing([]);
    for (const key of ['a1', 'a2', 'a3']) ring.opens(key, 'a');
    ring.opens('b1', 'b');
    ring.keep('a', listed('a2'));
    expect([ring.keyOf('a'), ring.keyOf('b')]).toEqual(['a2', 'b1']);
    expect(['a1', 'a2', 'a3', 'b1'].map((key) => ring.refuse(key))).toEqual([undefined, 'a', undefined, 'b']);
  });

  it('S120 include the last key of an environment until it is refused', () => {
    const ring = new KeyRing([]);
    for (const key of ['a1', 'a2']) ring.opens(key, 'a');
    ring.keep('a', listed('a3'));
    expect(ring.keyOf('a')).toBe('a2');
    expect([ring.refuse('a1'), ring.refuse('a2'), ring.keyOf('a')]).toEqual([undefined, 'a', undefined]);
  });

  it('are the configured ones first, then keys of clients', () => {
    const ring = new KeyRing(['configured']);
    ring.opens('on-demand', 'a');
    expect([ring.isComplete, ring.isConfigured('a'), ring.keyOf('a')]).toEqual([false, false, 'on-demand']);
    ring.opens('configured', 'a');
    ring.keep('a', listed('on-demand'));
    expect([ring.isComplete, ring.isConfigured('a'), ring.keyOf('a')]).toEqual([true, true, 'configured']);
    ring.forget('a');
    expect([ring.refuse('on-demand'), ring.refuse('configured')]).toEqual([undefined, 'a']);
    expect([ring.isComplete, ring.isRefused, ring.keyOf('a')]).toEqual([true, true, undefined]);
  });
});
