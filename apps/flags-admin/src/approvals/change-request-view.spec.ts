import { expect, it } from '@jest/globals';
import { type ChangeRequestRow, factsOf, type MembershipRow } from './change-request-row.js';
import { changeRequestView } from './change-request-view.js';

const member = (user_id: string, invited_by: string | null): [string, MembershipRow] => [
  user_id,
  { user_id, role: 'editor', created_at: new Date('2026-11-30T12:00:00Z'), invited_by },
];

it('says of each approval since when its person is a member, and who of them and the author invited the other', () => {
  const row = {
    author_id: 'author',
    needed: 2,
    state: 'in_review',
    environment_id: 'e',
    changes: [],
    approvals: ['ada', 'bo', 'cy', 'gone'].map((user_id) => ({ user_id, approved_at: '2026-11-30T12:05:00.000Z' })),
    created_at: new Date(0),
    closed_at: null,
    closed_by: null,
  } as unknown as ChangeRequestRow;
  const members = new Map([member('author', 'cy'), member('ada', 'author'), member('bo', 'ada'), member('cy', null)]);
  const context = { present: new Map(), names: new Map(), members };
  const { approvals, author_joined_at } = changeRequestView(row, factsOf(row, members, new Map()), context);
  expect(approvals.map((one) => [one.joined_at, one.invited_by_author, one.invited_author])).toEqual([
    ['2026-11-30T12:00:00.000Z', true, false],
    ['2026-11-30T12:00:00.000Z', false, false],
    ['2026-11-30T12:00:00.000Z', false, true],
    [null, false, false],
  ]);
  expect(author_joined_at).toBe('2026-11-30T12:00:00.000Z');
});

it.each([
  ['a renamed environment had', 'Staging', 'Staging'],
  ['an environment still has', 'Production', null],
  ['a request from before does not know', undefined, null],
])('says which name %s at submission', (_, submitted, former) => {
  const row = {
    environment_id: 'e',
    environment_name: 'Production',
    changes: [{ flag_id: 'f', from: {}, to: {}, environment_name: submitted }],
    approvals: [],
    created_at: new Date(0),
    closed_at: null,
    closed_by: null,
  } as unknown as ChangeRequestRow;
  const context = { present: new Map(), names: new Map(), members: new Map() };
  const view = changeRequestView(row, factsOf(row, new Map(), new Map()), context);
  expect([view.environment_name, view.former_environment_name]).toEqual(['Production', former]);
});
