import { createHash } from 'node:crypto';
import { REQUEST_ACTIONS } from '@burgee/contracts/plain';
import { type Role, ROLES } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ValueState } from '../flags/flag-row.js';
import { requestTag } from './change-request-row.js';
import { assertSeen, decideAction } from './decide-action.js';
import { countingApprovals, type RequestFacts, requestState } from './request-state.js';

const PEOPLE = ['author', 'ada', 'bo', 'cy'];
const facts = (change: Partial<RequestFacts> = {}): RequestFacts => ({
  state: 'in_review',
  authorId: 'author',
  approverIds: [],
  roles: new Map(PEOPLE.map((id): [string, Role] => [id, 'editor'])),
  needed: 1,
  isPlan: false,
  isAsked: false,
  isOwnEnough: false,
  isCurrent: true,
  ...change,
});
const roles = (change: Record<string, Role | undefined>) => {
  const all = new Map(facts().roles);
  for (const [id, role] of Object.entries(change))
    if (role) all.set(id, role);
    else all.delete(id);
  return all;
};

describe('state of a change request', () => {
  it('requires as many approvals of others as the environment requires now', () => {
    expect(requestState(facts())).toBe('in_review');
    expect(requestState(facts({ approverIds: ['ada'] }))).toBe('approved');
    expect(requestState(facts({ approverIds: ['ada'], needed: 2 }))).toBe('in_review');
    expect(requestState(facts({ approverIds: ['ada', 'bo'], needed: 2 }))).toBe('approved');
    expect(requestState(facts({ needed: 0 }))).toBe('approved');
  });

  it('counts neither the author, nor a second approval of one member, nor a member who can no longer edit', () => {
    expect(requestState(facts({ approverIds: ['author'] }))).toBe('in_review');
    expect(requestState(facts({ approverIds: ['ada', 'ada'], needed: 2 }))).toBe('in_review');
    for (const role of ['viewer', undefined] as const)
      expect(requestState(facts({ approverIds: ['ada'], roles: roles({ ada: role }) }))).toBe('in_review');
  });

  it('is paused when its author can no longer edit, and out of date when a value has changed', () => {
    for (const role of ['viewer', undefined] as const)
      expect(requestState(facts({ approverIds: ['ada'], roles: roles({ author: role }) }))).toBe('paused');
    expect(requestState(facts({ approverIds: ['ada'], isCurrent: false }))).toBe('out_of_date');
  });
});

describe('an action', () => {
  it('is limited to the author or to the others', () => {
    expect(() => decideAction(facts(), 'approve', 'author')).toThrow(expect.objectContaining({ code: 'role_too_low' }));
    expect(() => decideAction(facts({ state: 'draft' }), 'submit', 'ada')).toThrow(
      expect.objectContaining({ code: 'role_too_low' }),
    );
    expect(decideAction(facts(), 'reject', 'author').state).toBe('rejected');
  });

  it('vouches only for the version that its client has read', () => {
    for (const action of ['approve', 'apply'] as const)
      expect(() => assertSeen(action, undefined, { tag: 'tag' })).toThrow(
        expect.objectContaining({ code: 'precondition_required' }),
      );
    for (const action of REQUEST_ACTIONS) {
      expect(() => assertSeen(action, 'old', { tag: 'tag' })).toThrow(
        expect.objectContaining({ code: 'value_changed' }),
      );
      expect(() => assertSeen(action, 'tag', { tag: 'tag' })).not.toThrow();
    }
    for (const action of ['submit', 'reject'] as const)
      expect(() => assertSeen(action, undefined, { tag: 'tag' })).not.toThrow();
  });

  it('starts a plan with the approval that completes them, and changes of values only when applied', () => {
    const one = facts({ approverIds: ['bo'], needed: 2 });
    expect(decideAction({ ...one, isPlan: true }, 'approve', 'ada').state).toBe('applied');
    expect(decideAction({ ...one, isPlan: true, roles: roles({ bo: 'viewer' }) }, 'approve', 'ada').state).toBe(
      'in_review',
    );
    expect(decideAction(one, 'approve', 'ada').state).toBe('in_review');
  });

  it('takes the approval of the account whose token asked, where the environment requires no approval', () => {
    const asked = facts({ isAsked: true, isOwnEnough: true });
    const approved = { ...asked, approverIds: decideAction(asked, 'approve', 'author').approverIds };
    expect(decideAction(approved, 'apply', 'author').state).toBe('applied');
    expect(() => decideAction(asked, 'apply', 'author')).toThrow(
      expect.objectContaining({ code: 'request_not_ready' }),
    );
    expect(() => decideAction({ ...asked, isOwnEnough: false }, 'approve', 'author')).toThrow(
      expect.objectContaining({ code: 'role_too_low' }),
    );
  });

  it('does not wait for a token that asked and has ended', () => {
    const asked = facts({ isAsked: true, authorId: 'token', approverIds: ['ada'] });
    expect(decideAction(asked, 'apply', 'ada').state).toBe('applied');
    expect(tried({ ...asked, isAsked: false }, 'apply', 'ada')).toBeUndefined();
  });

  it('resubmits an out-of-date request and drops earlier approvals', () => {
    const old = facts({ approverIds: ['ada'], isCurrent: false });
    expect(decideAction(old, 'submit', 'author')).toEqual({ state: 'in_review', approverIds: [], rebases: true });
  });
});

it('hashes the content of a request as canonical JSON, whatever the order of its fields', () => {
  const from = { is_enabled: false, rollout_percentage: 100 } as ValueState;
  const to = { is_enabled: true, rollout_percentage: 100 } as ValueState;
  const content =
    '{"changes":[{"flag_id":"f","from":{"is_enabled":false,"rollout_percentage":100},"to":{"is_enabled":true,"rollout_percentage":100}}],"environment_id":"e"}';
  const tag = createHash('sha256').update(content).digest('hex');
  const by = { author_id: 'a', comment: null };
  expect(requestTag({ ...by, environment_id: 'e', changes: [{ flag_id: 'f', from, to }] })).toBe(tag);
  const reordered = { rollout_percentage: 100, is_enabled: true } as ValueState;
  expect(requestTag({ changes: [{ to: reordered, from, flag_id: 'f' }], environment_id: 'e', ...by })).toBe(tag);
  expect(requestTag({ ...by, environment_id: 'e', changes: [{ flag_id: 'f', from: to, to }] })).not.toBe(tag);
});

const anyFacts = fc
  .record({
    roles: fc.dictionary(fc.constantFrom(...PEOPLE), fc.constantFrom(...ROLES)),
    needed: fc.integer({ min: 0, max: 2 }),
    isCurrent: fc.boolean(),
    isPlan: fc.boolean(),
    isAsked: fc.boolean(),
    isOwnEnough: fc.boolean(),
  })
  .map(({ roles: byId, isOwnEnough, ...rest }) => ({
    ...rest,
    isOwnEnough: isOwnEnough && rest.isAsked,
    roles: new Map(Object.entries(byId)),
  }));
const steps = fc.array(fc.tuple(fc.constantFrom(...REQUEST_ACTIONS), fc.constantFrom(...PEOPLE), anyFacts), {
  maxLength: 20,
});

/** The invariant of every applied request. */
const isSound = (request: RequestFacts, approvedBy: ReadonlySet<string>) => {
  const counting = countingApprovals(request);
  return (
    counting.length >= request.needed &&
    counting.every((id) => approvedBy.has(id) && (request.isOwnEnough || id !== request.authorId)) &&
    request.isCurrent &&
    (request.isAsked || request.roles.has(request.authorId))
  );
};

const tried = (...args: Parameters<typeof decideAction>) => {
  try {
    return decideAction(...args);
  } catch {
    return undefined;
  }
};

it('applies only what enough others approved unchanged, once, and ends are final, in any sequence of actions', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let [stored, approverIds]: [RequestFacts['state'], readonly string[]] = ['draft', []];
      /** The members who have approved since the last submission. */
      let approvedBy = new Set<string>();
      for (const [action, actor, now] of all) {
        const before: RequestFacts = { ...facts(), ...now, state: stored, approverIds };
        const next = tried(before, action, actor);
        if (!next) continue;
        const isEnd = stored === 'applied' || stored === 'rejected';
        if (action === 'submit') approvedBy = new Set();
        if (action === 'approve') approvedBy.add(actor);
        const isUnsound =
          next.state === 'applied' && !isSound({ ...before, approverIds: next.approverIds }, approvedBy);
        expect({ isEnd, isUnsound }).toEqual({ isEnd: false, isUnsound: false });
        [stored, approverIds] = [next.state, next.approverIds];
      }
    }),
  );
});
