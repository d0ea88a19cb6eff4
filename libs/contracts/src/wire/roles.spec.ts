import { describe, expect, it } from '@jest/globals';
import { type Role, roleAtLeast, ROLES } from './roles.js';

describe('a role', () => {
  it.each<[Role, Role[]]>([
    ['viewer', ['viewer']],
    ['editor', ['viewer', 'editor']],
    ['admin', ['viewer', 'editor', 'admin']],
    ['owner', ['viewer', 'editor', 'admin', 'owner']],
  ])('%s may do what needs one of %j', (role, needed) => {
    expect(ROLES.filter((one) => roleAtLeast(role, one))).toEqual(needed);
  });
});
