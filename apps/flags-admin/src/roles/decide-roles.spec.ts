import type { MemberRoles } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { decideRoles, type RolesPatch } from './decide-roles.js';

const IDS = new Set(['staging', 'production']);
const limited: MemberRoles = { role: 'editor', environment_roles: { production: 'viewer' } };

describe('the roles of a member after an update', () => {
  it.each<[string, MemberRoles, RolesPatch, MemberRoles]>([
    ['stay without a patch', limited, {}, limited],
    ['keep those in environments with another role', limited, { role: 'viewer' }, { ...limited, role: 'viewer' }],
    [
      'change only in the named environments',
      limited,
      { environment_roles: { STAGING: 'editor' } },
      { role: 'editor', environment_roles: { production: 'viewer', staging: 'editor' } },
    ],
    [
      'lose what is null',
      limited,
      { environment_roles: { production: null, staging: null } },
      { role: 'editor', environment_roles: {} },
    ],
    ['have none in environments for an admin', limited, { role: 'admin' }, { role: 'admin', environment_roles: {} }],
    [
      'lose those from before an admin was one',
      { ...limited, role: 'admin' },
      { role: 'editor' },
      { role: 'editor', environment_roles: {} },
    ],
    [
      'lose those in environments that are gone',
      { role: 'editor', environment_roles: { gone: 'viewer' } },
      {},
      { role: 'editor', environment_roles: {} },
    ],
  ])('%s', (_, present, patch, expected) => {
    expect(decideRoles(present, patch, IDS)).toEqual(expected);
  });

  it.each<[string, RolesPatch, string]>([
    ['an environment of another project', { environment_roles: { other: 'viewer' } }, '/environment_roles/other'],
    ['one for an owner', { role: 'owner', environment_roles: { staging: 'viewer' } }, '/environment_roles'],
  ])('refuse %s', (_, patch, pointer) => {
    expect(() => decideRoles(limited, patch, IDS)).toThrow(
      expect.objectContaining({ code: 'invalid_request', options: { errors: [expect.objectContaining({ pointer })] } }),
    );
  });
});
