import { expect, it } from '@jest/globals';
import type { DecidedAction } from './decide-action.js';
import { decideNotices, decisionOf } from './request-notices.js';
import type { RequestFacts } from './request-state.js';

const facts: RequestFacts = {
  state: 'in_review',
  authorId: 'author',
  approverIds: [],
  roles: new Map([
    ['author', 'editor'],
    ['ada', 'editor'],
    ['bo', 'editor'],
  ]),
  needed: 2,
  isAsked: false,
  isOwnEnough: false,
  isPlan: false,
  isCurrent: true,
};
const decided = (more: Partial<DecidedAction>): DecidedAction => ({
  state: 'in_review',
  approverIds: [],
  rebases: false,
  ...more,
});

it.each<[string, Partial<DecidedAction>, ReturnType<typeof decideNotices>]>([
  ['all approvers after it is submitted', { rebases: true }, 'all'],
  ['the other approvers after the first of two approvals', { approverIds: ['ada'] }, 'others'],
  ['nobody after the last approval', { approverIds: ['ada', 'bo'] }, 'none'],
  ['nobody after it is applied', { state: 'applied', approverIds: ['ada', 'bo'] }, 'none'],
  ['nobody after it is rejected', { state: 'rejected' }, 'none'],
])('a request waits for %s', (_, action, expected) => {
  expect(decideNotices(facts, decided(action))).toBe(expected);
});

it.each<[string, Partial<RequestFacts>, Partial<DecidedAction>, ReturnType<typeof decisionOf>]>([
  ['nothing by the first of two approvals', {}, { approverIds: ['ada'] }, undefined],
  ['approved by the last approval', {}, { approverIds: ['ada', 'bo'] }, 'approved'],
  ['nothing by one more approval', { approverIds: ['ada', 'bo'] }, { approverIds: ['ada', 'bo', 'x'] }, undefined],
  ['rejected', {}, { state: 'rejected' }, 'rejected'],
  ['applied', {}, { state: 'applied' }, 'applied'],
  ['nothing when it is submitted again', { needed: 0 }, { rebases: true }, undefined],
  ['nothing of a plan, which has notices of its own', { isPlan: true }, { state: 'applied' }, undefined],
])('the author is told %s', (_, some, action, expected) => {
  expect(decisionOf({ ...facts, ...some }, decided(action))).toBe(expected);
});
