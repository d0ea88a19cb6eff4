import type { AuditEntryView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { entryFields } from './entry-fields.js';
import { describeEntry } from './describe-entry.js';

const OFF = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const ROLLED_OUT = { ...OFF, rollout_percentage: 76 };
const ON = { ...OFF, is_enabled: true };
const entry = (fields: Partial<AuditEntryView>): AuditEntryView => ({
  id: 'e',
  action: 'flag_update',
  project_id: 'p',
  flag_id: 'f',
  group_id: null,
  comment: null,
  bypass_reason: null,
  performed_by: { kind: 'account', id: 'u' },
  on_behalf_of: null,
  via: 'page',
  run: null,
  flag_key: 'new-checkout',
  environment_id: 'prod',
  environment_name: 'Production',
  user_id: 'u',
  user_name: 'Ada',
  old_values: null,
  new_values: null,
  request_id: 'r',
  created_at: '2026-03-01T00:00:00.000Z',
  ...fields,
});
const fields = (one: Partial<AuditEntryView>) => entryFields(entry(one), { prod: 'Production', ada: 'Ada' });

describe('an entry of the history', () => {
  it('describes lists, colors and owners in words', () => {
    expect(
      fields({
        action: 'flag_rename',
        old_values: { tags: ['web', 'ios'], owner_id: 'ada', kind: null },
        new_values: { tags: [], owner_id: 'grace', kind: 'release' },
      }),
    ).toEqual([
      { field: 'Tags', before: 'web, ios', after: 'none' },
      { field: 'Owner', before: 'Ada', after: 'another person' },
      { field: 'Kind', before: 'none', after: 'Release' },
    ]);
    expect(
      fields({
        action: 'project_update',
        old_values: { environment_order: ['Development', 'Production'] },
        new_values: { environment_order: ['Production', 'Development'] },
      }),
    ).toEqual([{ field: 'Environment order', before: 'Development, Production', after: 'Production, Development' }]);
    expect(fields({ old_values: { color: 'red' }, new_values: { color: 'blue' } })).toEqual([
      { field: 'Color', before: 'Red', after: 'Blue' },
    ]);
  });

  it('lists only the changed fields', () =>
    expect(
      fields({ old_values: OFF, new_values: { ...OFF, rollout_percentage: 25, targeting_attribute: 'plan' } }),
    ).toEqual([
      { field: 'Rollout', before: '100%', after: '25%' },
      { field: 'Rule attribute', before: 'none', after: '“plan”' },
    ]));

  it('says that a change served the flag', () =>
    expect(fields({ old_values: { ...OFF, served: false }, new_values: { ...OFF, served: true } })).toEqual([
      { field: 'Served', before: 'not yet', after: 'now' },
    ]));

  it('describes a created resource by its fields', () =>
    expect(
      fields({ action: 'member_add', new_values: { user_id: 'x', email: 'a@b', role: 'editor', name: null } }),
    ).toEqual([
      { field: 'Email', after: 'a@b' },
      { field: 'Role', after: 'editor' },
    ]));

  it('lists the values of a deleted flag in each environment', () => {
    const on = { environment_id: 'prod', ...OFF, is_enabled: true, rollout_percentage: 10 };
    const [values] = fields({
      action: 'flag_delete',
      old_values: {
        environments: [on, { environment_id: 'gone', ...OFF }, { environment_id: 'prod', ...OFF, served: false }],
      },
    });
    expect(values).toEqual({
      field: 'Values',
      before: 'Production: on for 10% of users\na deleted environment: off\nProduction: not served yet',
    });
    const [, text] = fields({ action: 'flag_delete', old_values: { type: 'string', environments: [on] } });
    expect(text?.before).toBe("Production: on without a value: your code's default applies");
  });

  it("distinguishes a rule's return value from an unconditional value", () => {
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: '7' };
    expect(fields({ old_values: { ...OFF, targeting_return_value: '7' }, new_values: OFF })).toEqual([
      { field: 'Value', before: '7', after: 'none' },
    ]);
    expect(
      fields({ old_values: { ...OFF, ...rule }, new_values: { ...OFF, targeting_return_value: '7' } }).slice(2),
    ).toEqual([
      { field: 'Rule returns', before: '7', after: 'none' },
      { field: 'Value', before: 'none', after: '7' },
    ]);
  });

  it("lists only the changed values of a rule's long list", () => {
    const listed = (...values: string[]) => ({ targeting_value: JSON.stringify(['a', 'b', 'c', ...values]) });
    expect(fields({ old_values: listed('NO'), new_values: listed('SE') })).toEqual([
      { field: 'Rule value', before: '“NO” (3 others stay)', after: '“SE” (3 others stay)' },
    ]);
  });

  it('names the action on a change request, and its flags', () => {
    const request = (old_values: AuditEntryView['old_values'], state: string, more = {}) =>
      entry({ action: 'change_request_update', flag_key: null, old_values, new_values: { state, flags: 1, ...more } });
    const verb = (...args: Parameters<typeof request>) => describeEntry(request(...args)).verb;
    expect(verb(null, 'in_review')).toBe('requested approval of a change');
    expect(verb({ state: 'draft' }, 'in_review')).toBe('requested approval of a change');
    expect(verb({ state: 'in_review' }, 'in_review')).toBe('requested approval again of a change');
    expect(verb({ state: 'in_review' }, 'approved')).toBe('approved a change');
    expect(verb({ state: 'in_review' }, 'rejected')).toBe('rejected a change');
    expect(verb({ state: 'in_review' }, 'rejected', { withdrawn: true })).toBe('withdrew the request for a change');
    expect(verb({ state: 'in_review' }, 'new_state')).toBe('updated a requested change');
    const ofOne = request(null, 'in_review', { flag_keys: ['new-checkout'] });
    expect(describeEntry(ofOne)).toMatchObject({ verb: 'requested approval of a change to', subject: 'new-checkout' });
    expect(fields(ofOne)).toEqual([{ field: 'Flags changed', after: 'new-checkout' }]);
    const ofMore = request(null, 'approved', { flags: 2, flag_keys: ['a', 'b'] });
    expect(describeEntry(ofMore)).toMatchObject({ verb: 'approved a change to', subject: '2 flags' });
    expect(fields(ofMore)).toEqual([{ field: 'Flags changed', after: 'a, b' }]);
    const ofEarlier = request(null, 'approved', { flags: 2 });
    expect(describeEntry(ofEarlier)).toMatchObject({ subject: '2 flags' });
    expect(fields(ofEarlier)).toEqual([{ field: 'Flags changed', after: '2' }]);
  });

  it('says why a schedule stopped, with the cause', () => {
    const stopped = entry({
      action: 'schedule_pause',
      new_values: { schedule_id: 's', reason: 'refused', detail: 'The flag set would be too large.' },
    });
    expect(describeEntry(stopped)).toMatchObject({
      verb: 'could not continue a schedule for',
      also: ': the change was refused',
    });
    expect(fields(stopped).at(-1)).toEqual({ field: 'Cause', after: 'The flag set would be too large.' });
  });

  it('describes approvals as their setting does', () =>
    expect(
      fields({ action: 'environment_update', old_values: { approvals: 0 }, new_values: { approvals: 1 } }),
    ).toEqual([{ field: 'Approvals', before: 'not required', after: '1 approval' }]));

  it('says when a rotated key ends', () => {
    const old = (previous_key_expires_at: string | null) =>
      fields({ action: 'sdk_key_rotate', old_values: { previous_key_expires_at } })[0]?.after;
    expect(old(null)).toBe('stopped immediately');
    expect(old('2026-03-01T12:00:00.000Z')).toMatch(/^works until .*2026/);
  });

  it.each([
    [{ action: 'flag_toggle', new_values: { ...OFF, is_enabled: true } }, 'switched on', 'new-checkout', 'Production'],
    [{ action: 'flag_toggle', new_values: OFF }, 'switched off', 'new-checkout', 'Production'],
    [{ action: 'flag_update', old_values: OFF, new_values: ROLLED_OUT }, 'changed', 'new-checkout', 'Production'],
    [{ action: 'invitation_create', new_values: { email: null } }, 'invited', 'anyone with the link', undefined],
    [{ action: 'invitation_create', new_values: { role: 'editor' } }, 'invited', 'someone', undefined],
    [{ action: 'project_export' }, 'exported the project', undefined, undefined],
    [{ action: 'history_export' }, 'exported the history', undefined, undefined],
    [{ action: 'member_add', new_values: { invited_by: 'Ada' } }, 'accepted the invitation of', 'Ada', undefined],
    [{ action: 'member_remove', old_values: { email: 'a@b' } }, 'removed', 'a@b', undefined],
    [{ action: 'member_remove', new_values: { reason: 'account_deleted' } }, 'removed', 'a deleted account', undefined],
    [{ action: 'sdk_key_rotate' }, 'rotated the SDK key of', 'Production', undefined],
    [{ action: 'client_key_rotate' }, 'rotated the client key of', 'Production', undefined],
    [{ action: 'flag_archive' }, 'archived', 'new-checkout', undefined],
    [{ action: 'flag_unarchive' }, 'unarchived', 'new-checkout', undefined],
    [{ action: 'project_update' }, 'changed the project', undefined, undefined],
    [{ action: 'project_delete' }, 'deleted the project', undefined, undefined],
    [{ action: 'trust_create', new_values: { name: 'deploys' } }, 'trusted CI jobs as', 'deploys', undefined],
    [{ action: 'later' as never, new_values: null }, 'later', undefined, undefined],
  ] as const)('%j is described in words', (one, verb, subject, environment) => {
    const described = describeEntry(entry(one));
    expect([described.verb, described.subject, described.environment]).toEqual([verb, subject, environment]);
  });

  it.each([
    [OFF, ON, 'switched on', undefined],
    // The fields of the entry show the other changes.
    [OFF, { ...ROLLED_OUT, is_enabled: true }, 'switched on', undefined],
    [OFF, { ...ON, schedule_id: 's' }, 'switched on by schedule', undefined],
    [ROLLED_OUT, { ...OFF, reverts: 'e' }, 'restored an earlier value of', undefined],
    [ON, { ...OFF, reverts: 'e' }, 'restored an earlier value of', ', which switched it off'],
  ])('an edit from %j to %j names the toggle, if it is one', (old_values, new_values, verb, also) => {
    const described = describeEntry(entry({ old_values, new_values }));
    expect([described.verb, described.also]).toEqual([verb, also]);
  });

  it.each([
    ['member_add', null, { user_id: 'ada', role: 'editor' }, 'added', 'Ada'],
    [
      'member_update',
      { user_id: 'ada', role: 'viewer' },
      { user_id: 'ada', role: 'editor' },
      'changed the role of',
      'Ada',
    ],
    ['member_remove', { user_id: 'ada', role: 'viewer' }, {}, 'removed', 'Ada'],
    ['member_remove', { user_id: 'gone', role: 'viewer' }, {}, 'removed', 'a former member'],
    ['member_remove', { user_id: 'gone', email: 'ada@example.com', role: 'viewer' }, {}, 'removed', 'ada@example.com'],
  ] as const)('%s by groups names the member', (action, old_values, values, verb, subject) => {
    const one = entry({ action, flag_id: null, via: 'sign-in', old_values, new_values: { ...values, by: 'groups' } });
    expect(describeEntry(one, { ada: 'Ada' })).toEqual({ verb, subject, also: ' by groups of the provider' });
  });

  it('of the last owner, whom groups leave in the project, says so', () => {
    const owner = { user_id: 'ada', role: 'owner' };
    const one = { old_values: owner, new_values: { ...owner, kept: 'last_owner', by: 'groups' } };
    expect(describeEntry(entry({ action: 'member_update', ...one }), { ada: 'Ada' })).toMatchObject({
      verb: 'kept',
      subject: 'Ada',
    });
    expect(fields({ action: 'member_update', ...one })).toEqual([]);
  });

  it('of a role of a group names the group and the role', () => {
    const group_role = { issuer: 'https://id.example', group: 'backend', role: 'viewer', environment_roles: {} };
    const given = { action: 'project_update', old_values: { group_role: null }, new_values: { group_role } } as const;
    expect(describeEntry(entry(given))).toEqual({
      verb: 'gave a role to the group',
      subject: 'backend',
      also: ': viewer',
    });
    expect(fields(given)).toEqual([
      { field: 'Provider', after: 'https://id.example' },
      { field: 'Group', after: 'backend' },
      { field: 'Role', after: 'viewer' },
    ]);
    const limited = { group_role: { ...group_role, environment_roles: { prod: 'editor' } } };
    const taken = { action: 'project_update', old_values: limited, new_values: { group_role: null } } as const;
    expect(describeEntry(entry(taken))).toMatchObject({ verb: 'removed the role of the group', subject: 'backend' });
    expect(fields(taken).at(-1)).toEqual({ field: 'Role in environments', before: 'Production: editor' });
  });

  it.each([
    [undefined, { name: 'Old', search: 'stage=stale' }, 'saved', { field: 'Filters', after: 'stage=stale' }],
    [{ name: 'Old', search: 'stage=stale' }, undefined, 'deleted', { field: 'Filters', before: 'stage=stale' }],
    [
      { name: 'Old', search: 'stage=stale' },
      { name: 'Stale', search: 'stage=stale' },
      'changed',
      { field: 'Name', before: 'Old', after: 'Stale' },
    ],
  ])('of a shared view, from %j to %j, names it', (before, after, verb, field) => {
    const values = { old_values: { shared_view: before ?? null }, new_values: { shared_view: after ?? null } };
    const one = { action: 'project_update', ...values } as const;
    expect(describeEntry(entry(one))).toEqual({ verb: `${verb} the shared view`, subject: 'Old' });
    expect(fields(one)).toContainEqual(field);
  });

  it('of a token says what it may do, and in which environments', () => {
    const values = {
      token_id: 't',
      name: 'deploy-bot',
      kind: 'service',
      verbs: ['read', 'switch'],
      projects: null,
      environments: ['prod', 'gone'],
      expires_at: '2027-03-01T12:00:00.000Z',
    };
    const made = entry({ action: 'token_create', flag_id: null, new_values: values });
    expect(describeEntry(made)).toEqual({ verb: 'made the API token', subject: 'deploy-bot' });
    expect(fields(made)).toEqual([
      { field: 'Name', after: 'deploy-bot' },
      { field: 'Expires', after: expect.stringContaining('2027') },
      { field: 'Environments', after: 'Production, a deleted environment' },
      { field: 'May', after: 'read and switch flags' },
    ]);
    const out = { action: 'token_exclude' as const, old_values: { token_id: 't', name: 'deploy-bot' } };
    expect(describeEntry(entry(out))).toEqual({ verb: 'excluded the API token', subject: 'deploy-bot' });
    expect(fields(out)).toEqual([{ field: 'Name', before: 'deploy-bot' }]);
  });
});
