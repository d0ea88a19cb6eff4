import { expect, it } from '@jest/globals';
import type { DecidedAction } from './decide-action.js';
import { decideNotices } from './request-notices.js';
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
