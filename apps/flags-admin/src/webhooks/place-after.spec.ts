import { describe, expect, it } from '@jest/globals';
import { START } from '../unit-of-work/start.js';
import { placeAfter } from './place-after.js';

const none = { given: new Set<string>(), without: new Set<string>() };

describe('the next look', () => {
  it('goes on after the last that was seen, and begins anew where that was the end', () => {
    expect(placeAfter(['a', 'b'], none, 2, START)).toBe('b');
    expect(placeAfter(['c'], none, 2, 'b')).toBe(START);
    expect(placeAfter([], none, 2, 'b')).toBe(START);
  });

  it('goes on after the last that got a turn while others have none', () => {
    const sets = { given: new Set(['a', 'b']), without: new Set(['c']) };
    expect(placeAfter(['a', 'b', 'c'], sets, 3, START)).toBe('b');
  });

  it('stays where nobody got a turn', () => {
    expect(placeAfter(['b', 'c'], { ...none, without: new Set(['b']) }, 2, 'a')).toBe('a');
  });
});
