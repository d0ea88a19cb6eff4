import type { ChangeRequestView, ProjectView, RequestState } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { countToDecide, requestsFor, waitingByFlag } from './waiting-changes.js';

const request = (state: RequestState, environment_id: string, ...flags: string[]) =>
  ({
    state,
    environment_id,
    changes: flags.map((flag_id) => ({ flag_id })),
    plan: null,
  }) as unknown as ChangeRequestView;
const byMe = { approvals: [{ user_id: 'me' }] };
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

it('counts the requests of others that the user may approve or apply', () => {
  const environments = [
    { id: 'p', role: 'editor' },
    { id: 's', role: 'viewer' },
  ] as ProjectView['environments'];
  const count = (state: RequestState, environmentId: string, more: object = {}) =>
    countToDecide(
      [{ ...request(state, environmentId, 'a'), author_id: 'ada', approvals: [], ...more }],
      environments,
      'me',
    );
  expect([count('in_review', 'p'), count('approved', 'p'), count('approved', 'p', byMe)]).toEqual([1, 1, 1]);
  expect([count('draft', 'p'), count('out_of_date', 'p'), count('paused', 'p')]).toEqual([0, 0, 0]);
  expect([count('in_review', 's'), count('in_review', 'deleted')]).toEqual([0, 0]);
  expect([count('in_review', 'p', { author_id: 'me' }), count('in_review', 'p', byMe)]).toEqual([0, 0]);
});

it('finds the requests for the same flag in the same environment', () => {
  const all = [request('in_review', 'p', 'a'), request('in_review', 'p', 'a'), request('draft', 'p', 'a')];
  const of = (environmentId: string | undefined, flagId: string) =>
    requestsFor([...all, ofPlan('in_review', 's', 'b')], { environmentId, flagIds: ['x', flagId] }).length;
  expect([of('p', 'a'), of('s', 'a'), of(undefined, 'a'), of('s', 'b'), of('p', 'b')]).toEqual([2, 0, 2, 1, 0]);
});
