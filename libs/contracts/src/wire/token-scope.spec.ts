import { describe, expect, it } from '@jest/globals';
import { type MemberRoles, type Role, ROLES, roleIn, standingIn } from './roles.js';
import { rolesOf, type TokenScope, type Verb, VERBS, verbsFor } from './token-scope.js';

const all = { projects: null, environments: null };
const ownerOf = (role: Role): MemberRoles => ({ role, environment_roles: {} });

describe('the roles of a token', () => {
  /** By the role of its account: viewer, editor, admin, owner. */
  it.each<[Verb, string]>([
    ['read', 'viewer viewer viewer viewer'],
    ['switch', 'viewer editor editor editor'],
    ['edit', 'viewer editor editor editor'],
    ['manage', 'viewer editor admin owner'],
    ['administer', 'viewer viewer viewer viewer'],
  ])('with %s alone are %s', (verb, roles) => {
    expect(ROLES.map((role) => rolesOf({ ...all, verbs: [verb] }, ownerOf(role)).role).join(' ')).toBe(roles);
  });

  it.each<[Verb[], string]>([
    [['read'], 'viewer'],
    [['read', 'switch'], 'editor'],
    [['manage'], 'admin'],
    [['read', 'switch', 'edit', 'manage'], 'admin'],
  ])('of a service token with %j are %s', (verbs, role) => {
    expect(rolesOf({ ...all, verbs }).role).toBe(role);
  });

  it.each<[string, MemberRoles, string, string]>([
    ['an owner', ownerOf('owner'), 'editor', 'viewer'],
    ['an editor', ownerOf('editor'), 'editor', 'viewer'],
    ['a viewer', ownerOf('viewer'), 'viewer', 'viewer'],
    ['an editor who is a viewer there', { role: 'editor', environment_roles: { a: 'viewer' } }, 'viewer', 'viewer'],
    ['a viewer who is an editor there', { role: 'viewer', environment_roles: { a: 'editor' } }, 'editor', 'viewer'],
    ['an editor elsewhere', { role: 'viewer', environment_roles: { b: 'editor' } }, 'viewer', 'viewer'],
  ])('for one environment, of %s: %j there %s, elsewhere %s', (_, own, inside, outside) => {
    const scope: TokenScope = { verbs: ['switch'], projects: null, environments: ['a'] };
    const roles = rolesOf(scope, own);
    expect(['a', 'A', 'b'].map((id) => roleIn(standingIn(roles, id)))).toEqual([inside, inside, outside]);
    expect(roles.role).toBe('viewer');
    // Lowered roles are not lowered again.
    expect(rolesOf(scope, roles)).toEqual(roles);
  });
});

const OF_POLICY: [policy: string, get: Verb[] | null, other: Verb[] | null][] = [
  ['viewer', ['read'], ['manage']],
  ['editor', ['read'], ['manage']],
  ['environment-editor', ['read'], ['manage']],
  ['admin', ['manage'], ['manage']],
  ['owner', ['manage'], ['manage']],
  ['administrator', ['administer'], ['administer']],
  ['instance-owner', ['administer'], ['administer']],
  ['session', null, null],
  ['', null, null],
];

describe('the verbs of a route', () => {
  it.each(OF_POLICY)('for %s: to read %j, to change %j', (policy, get, other) => {
    expect(verbsFor(policy, 'GET', '/some')).toEqual(get);
    expect(verbsFor(policy, 'HEAD', '/some')).toEqual(get);
    for (const method of ['POST', 'PATCH', 'DELETE']) expect(verbsFor(policy, method, '/some')).toEqual(other);
  });

  const VALUE = '/api/flags/:flagId/environments/:envId';
  it.each<[string, unknown, Verb[]]>([
    ['an enabled flag', { is_enabled: true }, ['switch']],
    ['a flag that is served', { served: true, comment: 'x' }, ['switch']],
    ['a percentage', { rollout_percentage: 5 }, ['edit']],
    ['a rule', { targeting_attribute: 'a', targeting_value: 'b' }, ['edit']],
    ['both', { is_enabled: false, rollout_percentage: 5 }, ['switch', 'edit']],
    ['nothing', {}, ['edit']],
    ['an unknown field', { is_on: true }, ['edit']],
    ['a list', [], ['edit']],
    ['text', 'x', ['edit']],
    ['no body', undefined, ['edit']],
  ])('that changes a value, by the fields of its body: %s', (_, patch, verbs) => {
    expect(verbsFor('editor', 'PATCH', VALUE, patch)).toEqual(verbs);
    for (const [path = '', list = ''] of [
      ['/api/environments/:envId/changes', 'changes'],
      ['/api/environments/:envId/change-requests', 'changes'],
      [`${VALUE}/schedules`, 'steps'],
    ])
      expect(verbsFor('editor', 'POST', path, { [list]: [{ patch, at: 'x' }] })).toEqual(verbs);
  });

  it('that changes many values are those of all of them', () => {
    const changes = [{ patch: { is_enabled: true } }, { patch: { rollout_percentage: 1 } }];
    const of = (body: unknown) => verbsFor('editor', 'POST', '/api/environments/:envId/changes', body);
    expect(of({ changes })).toEqual(['switch', 'edit']);
    expect([of({ changes: 'x' }), of(null), of({ changes: [] })]).toEqual([['edit'], ['edit'], ['edit']]);
  });

  it('of a change request: no token approves, and the rest takes switch and edit', () => {
    const path = '/api/projects/:id/change-requests/:requestId/actions';
    const verbs = (action: unknown) => verbsFor('environment-editor', 'POST', path, { action });
    expect(verbs('approve')).toBeNull();
    for (const action of ['submit', 'reject', 'apply', undefined]) expect(verbs(action)).toEqual(['switch', 'edit']);
  });

  it('of a request for whole flags take manage, too', () => {
    const asked = (...changes: object[]) =>
      verbsFor('editor', 'POST', '/api/environments/:envId/change-requests', { changes });
    for (const action of ['archive', 'unarchive', 'delete', 1]) expect(asked({ action })).toEqual(['edit', 'manage']);
    expect(asked({ action: 'update', patch: { is_enabled: true } })).toEqual(['switch']);
  });

  it.each([
    'POST /api/projects/:id/members',
    'PATCH /api/projects/:id/members/:userId',
    'POST /api/projects/:id/group-roles',
    'POST /api/projects/:id/invitations',
    'POST /api/projects/:id/invitations/:invitationId/link',
  ])('that gives a person a role are all that the person may then do: %s', (route) => {
    const [method = '', path = ''] = route.split(' ');
    expect(verbsFor('admin', method, path)).toEqual(['switch', 'edit', 'manage']);
  });

  it.each([
    ['owner', 'POST /api/projects/:id/tokens'],
    ['owner', 'POST /api/projects/:id/tokens/:tokenId/access'],
    ['administrator', 'POST /api/administration/tokens'],
    ['administrator', 'DELETE /api/administration/tokens/:tokenId'],
    ['administrator', 'POST /api/administration/accounts/:userId/administrator'],
    ['administrator', 'POST /api/administration/accounts/:userId/reset-link'],
    ['administrator', 'POST /api/administration/projects/:projectId/own'],
    ['session', 'POST /api/tokens'],
    ['session', 'POST /api/auth/password'],
    ['session', 'DELETE /api/auth/me'],
    ['viewer', 'DELETE /api/projects/:id/members/me'],
  ])('for %s, %s takes no token', (policy, route) => {
    const [method = '', path = ''] = route.split(' ');
    expect(verbsFor(policy, method, path)).toBeNull();
  });

  it('names only verbs that there are', () => {
    expect(VERBS).toEqual(['read', 'switch', 'edit', 'manage', 'administer']);
  });
});
