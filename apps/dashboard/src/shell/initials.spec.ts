import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials.js';

describe('initials', () => {
  it('come from the first two words, as whole characters', () => {
    expect(initialsOf('  Grace  Brewster Hopper ')).toBe('GB');
    expect(initialsOf('ada')).toBe('A');
    expect(initialsOf('🦊 éclair')).toBe('🦊É');
    expect(initialsOf('')).toBe('');
  });
});
