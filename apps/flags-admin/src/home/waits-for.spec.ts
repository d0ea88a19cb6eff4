import type { ChangeRequestView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { environmentsToChange, homeRequest, waitsFor } from './waits-for.js';

const approvedBy = (user_id: string) => ({ user_id }) as ChangeRequestView['approvals'][number];

describe('environments to change', () => {
  it.each([
    ['a viewer', { role: 'viewer' }, []],
    ['a viewer who is an editor of one', { role: 'viewer', environment_roles: { a: 'editor' } }, ['a']],
    ['an editor who is a viewer of one', { role: 'editor', environment_roles: { a: 'viewer' } }, ['b']],
    ['an admin', { role: 'admin', environment_roles: { a: 'viewer' } }, ['a', 'b']],
  ] as const)('of %s', (_, member, expected) => expect(environmentsToChange(member, ['a', 'b'])).toEqual(expected));
});

describe('a request waits for a person', () => {
  it.each([
    ['in review', 'in_review', [], true],
    ['approved by that person, but not by enough', 'in_review', [approvedBy('me')], false],
    ['approved by another, but not by enough', 'in_review', [approvedBy('other')], true],
    ['approved', 'approved', [approvedBy('other')], false],
    ['out of date', 'out_of_date', [], false],
  ] as const)('%s', (_, state, approvals, expected) =>
    expect(waitsFor({ state, approvals: [...approvals] }, 'me')).toBe(expected),
  );

  it.each([
    [null, ['one', 'two']],
    [{ flag_key: 'planned' }, ['planned']],
  ])('and names its flags', (plan, flag_keys) => {
    const request = { plan, changes: [{ key: 'one' }, { key: 'two' }] } as ChangeRequestView;
    expect(homeRequest(request)).toMatchObject({ flag_keys, is_plan: plan !== null });
  });
});
