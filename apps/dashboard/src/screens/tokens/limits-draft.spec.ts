import { describe, expect, it } from '@jest/globals';
import { limitsFaults, limitsOf, type LimitsDraft, NO_LIMITS } from './limits-draft.js';
import { NEW_TOKEN, toTokenRequest } from './token-draft.js';

const draft = (more: Partial<LimitsDraft>): LimitsDraft => ({ ...NO_LIMITS, ...more });
const none = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false };

describe('the limits in a form', () => {
  it.each<[Partial<LimitsDraft>, object | null]>([
    [{}, null],
    [{ switchesFreely: true, step: ' ' }, null],
    [
      { flags: ['new-checkout'], ask: true },
      { flags: ['new-checkout'], ask: true },
    ],
    [{ tag: ['beta'] }, { tag: 'beta' }],
    [{ step: ' 10 ' }, { step: 10 }],
    [
      { step: '10', switchesFreely: true, changes: '0' },
      { step: 10, without_step: ['switch'], changes: 0 },
    ],
  ])('of %j are %j', (typed, limits) => {
    expect(limitsOf(draft(typed), ['switch'])).toEqual(limits && { ...none, ...limits });
  });

  it('frees switches from the step only where the token may switch', () => {
    expect(limitsOf(draft({ step: '10', switchesFreely: true }), ['edit'])).toEqual({ ...none, step: 10 });
  });

  it.each<[Partial<LimitsDraft>, string[]]>([
    [{}, []],
    [{ step: '0', changes: '1000000', ask: true }, []],
    [{ step: '101', changes: '1.5' }, ['limits.step', 'limits.changes']],
    [{ step: '-1', changes: '1000001', ask: true }, ['limits.step', 'limits.changes']],
    [{ ask: true }, ['limits.ask']],
  ])('of %j are wrong at %j', (typed, fields) => {
    expect(Object.keys(limitsFaults(draft(typed)))).toEqual(fields);
  });

  it('are sent only where the token changes values', () => {
    const limits = draft({ tag: ['beta'] });
    const sent = (verbs: (typeof NEW_TOKEN)['verbs']) => toTokenRequest({ ...NEW_TOKEN, verbs, limits }).limits;
    expect(sent(['read', 'edit'])).toMatchObject({ tag: 'beta' });
    expect(sent(['read'])).toBeUndefined();
    expect(sent(['switch', 'manage'])).toBeUndefined();
  });
});
