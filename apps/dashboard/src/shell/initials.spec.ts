import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials.js';

describe('initials', () => {
  it('are of the first two words, and of whole characters', () => {
    expect(initialsOf('  Grace  Brewster Hopper ')).toBe('GB');
    expect(initialsOf('ada')).toBe('A');
    expect(initialsOf('🦊 éclair')).toBe('🦊É');
    expect(initialsOf('')).toBe('');
  });
});
