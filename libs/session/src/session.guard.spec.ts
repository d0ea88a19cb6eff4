import { describe, expect, it } from '@jest/globals';
import { assertRole } from './session.guard.js';

describe('a route that requires a role', () => {
  it('does not exist for a caller who is no member', () => {
    expect(() => assertRole(undefined, 'viewer')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('refuses a member whose role is too low, and says which it needs', () => {
    expect(() => assertRole('editor', 'admin')).toThrow(
      expect.objectContaining({ code: 'role_too_low', message: expect.stringContaining('needs the role admin') }),
    );
  });

  it('is open to a member with that role or a higher one', () => {
    expect(() => assertRole('admin', 'admin')).not.toThrow();
    expect(() => assertRole('owner', 'admin')).not.toThrow();
  });
});
