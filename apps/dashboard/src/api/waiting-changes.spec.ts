import type { ChangeRequestView, RequestState } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { countOfOthers, requestsFor, waitingByFlag } from './waiting-changes.js';

const request = (state: RequestState, environment_id: string, ...flags: string[]) =>
  ({
    state,
    environment_id,
    changes: flags.map((flag_id) => ({ flag_id })),
    plan: null,
  }) as unknown as ChangeRequestView;
const ofPlan = (state: RequestState, environment_id: string, flag_id: string) =>
  ({ state, environment_id, changes: [], plan: { flag_id } }) as unknown as ChangeRequestView;

it('finds waiting changes by flag and environment, the newest request first and no drafts', () => {
  const waiting = waitingByFlag([
    request('draft', 'p', 'a'),
    ofPlan('in_review', 's', 'b'),
    request('approved', 'p', 'a', 'b'),
    request('in_review', 'p', 'b'),
    request('in_review', 's', 'a'),
  ]);
  expect([...waiting].map(([flag, its]) => [flag, Object.fromEntries(its)])).toEqual([
    ['a', { s: 'in_review', p: 'approved' }],
    ['b', { p: 'approved', s: 'in_review' }],
  ]);
});

it('counts the requests of others, and finds those for the same flag in the same environment', () => {
  const [mine, theirs] = ['me', 'ada'].map((author_id) => ({ ...request('in_review', 'p', 'a'), author_id }));
  const all = [mine, theirs, { ...request('draft', 'p', 'a'), author_id: 'ada' }] as ChangeRequestView[];
  expect(countOfOthers(all, 'me')).toBe(1);
  const of = (environmentId: string | undefined, flagId: string) =>
    requestsFor([...all, ofPlan('in_review', 's', 'b')], { environmentId, flagIds: ['x', flagId] }).length;
  expect([of('p', 'a'), of('s', 'a'), of(undefined, 'a'), of('s', 'b'), of('p', 'b')]).toEqual([2, 0, 2, 1, 0]);
});
