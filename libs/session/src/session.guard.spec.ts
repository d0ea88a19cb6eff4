import { describe, expect, it } from '@jest/globals';
import { assertInstanceOwner, assertRole } from './session.guard.js';

describe('a route that requires a role', () => {
  it('does not exist for an account that is no member', () => {
    expect(() => assertRole(undefined, 'viewer')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('refuses a member whose role is too low, and names the required one', () => {
    expect(() => assertRole('editor', 'admin')).toThrow(
      expect.objectContaining({ code: 'role_too_low', message: expect.stringContaining('requires the admin role') }),
    );
  });

  it('is open to a member with that role or a higher one', () => {
    expect(() => assertRole('admin', 'admin')).not.toThrow();
    expect(() => assertRole('owner', 'admin')).not.toThrow();
  });
});

describe('a route of instance owners', () => {
  it('does not exist for other accounts, with or without configured owners', () => {
    const refused = expect.objectContaining({ code: 'route_not_found' });
    expect(() => assertInstanceOwner('ada', new Set(['bob']))).toThrow(refused);
    expect(() => assertInstanceOwner('ada', new Set())).toThrow(refused);
  });

  it('is open to a configured owner', () => {
    expect(() => assertInstanceOwner('ada', new Set(['bob', 'ada']))).not.toThrow();
  });
});
