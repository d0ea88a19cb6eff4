import type { EnvironmentRoles, Role } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { decideMembership, mergeRoles } from './decide-membership.js';

const [STAGING, PRODUCTION] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const IDS = [STAGING, PRODUCTION];
const roles = (role: Role, environment_roles: EnvironmentRoles = {}) => ({ role, environment_roles });

describe('the roles of several groups', () => {
  it.each([
    ['none', [], undefined],
    ['one', [roles('editor', { [PRODUCTION]: 'viewer' })], roles('editor', { [PRODUCTION]: 'viewer' })],
    ['two roles', [roles('viewer'), roles('admin')], roles('admin')],
    [
      'a viewer who edits Staging, and an editor who views Production',
      [roles('viewer', { [STAGING]: 'editor' }), roles('editor', { [PRODUCTION]: 'viewer', [STAGING]: 'viewer' })],
      roles('editor', { [PRODUCTION]: 'viewer' }),
    ],
    [
      'an editor everywhere, and one who is not',
      [roles('editor'), roles('editor', { [STAGING]: 'viewer' })],
      roles('editor'),
    ],
    [
      'an admin, and a viewer who edits Staging',
      [roles('viewer', { [STAGING]: 'editor' }), roles('admin')],
      roles('admin'),
    ],
    ['an environment that is gone', [roles('viewer', { gone: 'editor' })], roles('viewer')],
  ] as const)('%s', (_what, given, expected) => {
    expect(mergeRoles(given, IDS)).toEqual(expected);
  });
});

describe('a membership', () => {
  const own = (role: Role) => ({ ...roles(role), fromGroups: false });
  const grouped = (role: Role) => ({ ...roles(role), fromGroups: true });

  it.each([
    ['that groups grant is added', undefined, roles('editor'), true, { act: 'add', roles: roles('editor') }],
    ['that no group grants is none', undefined, undefined, true, { act: 'none' }],
    ['of its own stays', own('viewer'), roles('admin'), true, { act: 'none' }],
    ['of its own stays without groups', own('owner'), undefined, true, { act: 'none' }],
    [
      'from groups gets another role',
      grouped('viewer'),
      roles('admin'),
      true,
      { act: 'update', roles: roles('admin') },
    ],
    ['from groups stays with the same role', grouped('editor'), roles('editor'), false, { act: 'none' }],
    ['from groups ends with them', grouped('admin'), undefined, false, { act: 'remove' }],
    ['from groups of an owner ends', grouped('owner'), undefined, true, { act: 'remove' }],
    ['from groups of the last owner stays', grouped('owner'), undefined, false, { act: 'keep_owner' }],
    ['from groups of the last owner keeps its role', grouped('owner'), roles('viewer'), false, { act: 'keep_owner' }],
  ] as const)('%s', (_what, member, granted, hasOtherOwner, decision) => {
    expect(decideMembership(member, granted, hasOtherOwner)).toEqual(decision);
  });
});
