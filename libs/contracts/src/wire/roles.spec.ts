import { describe, expect, it } from '@jest/globals';
import { type Act, ACTS, ENVIRONMENT_ROLES, may, type Role, roleAtLeast, roleIn, ROLES, standingIn } from './roles.js';

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

/** Who may: V, E, A and O by the role in the project, alone, as viewer of the environment, and as its editor. */
const MATRIX: Record<Act, [alone: string, asViewer: string, asEditor: string]> = {
  read: ['VEAO', 'VEAO', 'VEAO'],
  edit_flag: ['EAO', 'EAO', 'EAO'],
  change_value: ['EAO', 'AO', 'VEAO'],
  approve_change: ['EAO', 'AO', 'VEAO'],
  read_keys: ['EAO', 'AO', 'VEAO'],
  manage_project: ['AO', 'AO', 'AO'],
  bypass_rules: ['O', 'O', 'O'],
  own_project: ['O', 'O', 'O'],
};
const CELLS = (Object.keys(ACTS) as Act[]).flatMap((act) =>
  [undefined, ...ENVIRONMENT_ROLES].flatMap((environmentRole, column) =>
    ROLES.map((role) => {
      const isAllowed = MATRIX[act][column]?.includes(role.charAt(0).toUpperCase()) ?? false;
      return [role, environmentRole, isAllowed ? 'may' : 'may not', act] as const;
    }),
  ),
);

describe('S19 the table of acts', () => {
  it.each(CELLS)('%s of the project, %s of the environment, %s %s', (role, environmentRole, result, act) => {
    expect(may({ role, environmentRole }, act)).toBe(result === 'may');
  });

  it('counts the role of the environment that is named, in any case, and elsewhere the role in the project', () => {
    const member = { role: 'editor', environment_roles: { 'aa-01': 'viewer' } } as const;
    const roles = ['aa-01', 'AA-01', 'bb-02', 'constructor'].map((id) => roleIn(standingIn(member, id)));
    expect(roles).toEqual(['viewer', 'viewer', 'editor', 'editor']);
  });
});
