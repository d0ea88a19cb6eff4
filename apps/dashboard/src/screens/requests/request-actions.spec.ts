import type { ChangeRequestView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import {
  actionsFor,
  describeDone,
  hintOf,
  labelOf,
  newcomersOf,
  questionBefore,
  stateOf,
  stepsOf,
} from './request-actions.js';
import type { CardAction } from './texts.js';

const request = {
  state: 'in_review' as const,
  author_id: 'author',
  approvals: [],
  approvals_needed: 2,
  changes: [],
  plan: null,
};
const byAda = [
  {
    user_id: 'ada',
    user_name: 'Ada',
    approved_at: '',
    counts: true,
    joined_at: null,
    invited_by_author: false,
    invited_author: false,
  },
];

it('allows others to approve once, the author to submit, and no action on a closed request', () => {
  expect(actionsFor(request, 'ada')).toEqual(['approve', 'reject']);
  expect(actionsFor(request, 'author')).toEqual(['reject']);
  expect(actionsFor({ ...request, approvals: byAda }, 'ada')).toEqual(['reject']);
  expect(actionsFor({ ...request, state: 'approved', approvals: byAda }, 'author')).toEqual(['apply', 'reject']);
  for (const state of ['draft', 'out_of_date'] as const) {
    expect(actionsFor({ ...request, state }, 'author')).toEqual(['submit', 'reject']);
    expect(actionsFor({ ...request, state }, 'ada')).toEqual(['reject']);
  }
  for (const state of ['applied', 'rejected'] as const) expect(actionsFor({ ...request, state }, 'ada')).toEqual([]);
});

it('does not offer to submit a request again once a flag of it is archived or deleted', () => {
  const gone = { current: null };
  for (const more of [{ changes: [{ current: {} }, gone] }, { plan: gone }] as object[]) {
    const outdated = { ...request, state: 'out_of_date' as const, ...more };
    expect(actionsFor(outdated, 'author')).toEqual(['reject']);
    expect(hintOf(outdated, 'author')).toContain('cannot be submitted again');
  }
});

it('offers the last approver to approve and apply at once, but not for a plan', () => {
  const last = { ...request, approvals_needed: 1 };
  expect(actionsFor(last, 'ada')).toEqual(['approve_and_apply', 'approve', 'reject']);
  expect(actionsFor({ ...request, approvals: byAda }, 'bo')).toEqual(['approve_and_apply', 'approve', 'reject']);
  expect(actionsFor({ ...last, plan: {} as never }, 'ada')).toEqual(['approve', 'reject']);
  expect(actionsFor({ ...last, state: 'approved' }, 'ada')).toEqual(['approve', 'apply', 'reject']);
  expect(stepsOf('approve_and_apply')).toEqual(['approve', 'apply']);
});

it('lets the author submit and withdraw a request, and others reject it', () => {
  expect(labelOf('reject', request, 'author')).toBe('Withdraw');
  expect(labelOf('reject', request, 'ada')).toBe('Reject');
  expect(labelOf('submit', { ...request, state: 'draft' }, 'author')).toBe('Submit');
  expect(describeDone('reject', request, request, 'author')).toBe('You withdrew the request');
  expect(describeDone('reject', request, request, 'ada')).toBe('The request was rejected');
});

it('asks before the author withdraws a request, and before no other action', () => {
  const asked = (action: CardAction, userId: string, more: object = {}) =>
    questionBefore(action, { ...request, ...more }, userId)?.effects;
  expect(asked('reject', 'author')).toEqual([expect.stringContaining('request it again')]);
  expect(asked('reject', 'author', { plan: {} })).toEqual([expect.stringContaining('schedule is canceled')]);
  expect([asked('reject', 'ada'), asked('submit', 'author'), asked('apply', 'author')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('calls a request that its author closed withdrawn, not rejected', () => {
  const rejected = { ...request, state: 'rejected' as const };
  expect(stateOf({ ...rejected, closed_by_id: 'author' })).toBe('Withdrawn');
  expect(stateOf({ ...rejected, closed_by_id: 'ada' })).toBe('Rejected');
  expect(stateOf({ ...rejected, closed_by_id: null })).toBe('Rejected');
  expect(stateOf({ ...request, state: 'applied', closed_by_id: 'author' })).toBe('Applied');
});

it('points at an approval between the author and somebody whom one of them invited within a day before', () => {
  const [then, now, dayAgo] = ['2026-11-30T12:00:00.000Z', '2026-11-30T12:05:00.000Z', '2026-11-29T12:00:00.000Z'];
  const newcomers = (author_joined_at: string | null, more: object) =>
    newcomersOf({
      author_joined_at,
      approvals: [{ ...byAda[0]!, approved_at: now, joined_at: then, ...more }],
    });
  const ada = [{ id: 'ada', inviter: undefined, joinedAt: then }];
  expect(newcomers(dayAgo, { invited_by_author: true })).toEqual(ada);
  expect(newcomers(then, {})).toEqual([]);
  expect(newcomers(dayAgo, { invited_by_author: true, joined_at: dayAgo })).toEqual([]);
  expect(newcomers(dayAgo, { invited_by_author: true, joined_at: null })).toEqual([]);
  const author = [{ id: undefined, inviter: 'ada', joinedAt: then }];
  expect(newcomers(then, { invited_author: true, joined_at: dayAgo })).toEqual(author);
  expect(newcomers(dayAgo, { invited_author: true })).toEqual([]);
  expect(newcomers(null, { invited_author: true })).toEqual([]);
});

it('says what an approved request and a request in review are waiting for', () => {
  const approved = { ...request, state: 'approved' as const };
  expect(describeDone('approve', request, approved, 'ada')).toContain('Apply it');
  expect(describeDone('approve', request, request, 'ada')).toBe('You approved the request');
  expect(hintOf(approved, 'author')).toContain('Apply the request');
  expect(hintOf(request, 'author')).toBe('Someone else has to approve it.');
  expect(hintOf(request, 'ada')).toBeUndefined();
});

it('shows a plan with its own words: the last approval starts it', () => {
  const plan = { ...request, plan: {} as ChangeRequestView['plan'] };
  expect(labelOf('apply', { ...plan, state: 'approved' }, 'ada')).toBe('Start the plan');
  expect(describeDone('approve', plan, { state: 'applied' }, 'ada')).toBe('The plan is approved and starts');
  expect(describeDone('approve', plan, { state: 'in_review' }, 'ada')).toBe('You approved the request');
  expect(hintOf(plan, 'ada')).toBe('The last approval starts the plan.');
  expect(hintOf({ ...plan, state: 'draft' }, 'ada')).toContain('paused');
  expect(hintOf({ ...plan, state: 'paused' }, 'ada')).toBe(hintOf({ ...request, state: 'paused' }, 'ada'));
});
