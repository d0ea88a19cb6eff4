import { evaluate, type EvaluationContext, type Flag } from '@burgee/evaluation';
import { describe, expect, it } from '@jest/globals';
import { contextOfQuery, toEvaluationContext } from './to-evaluation-context.js';
import { toToggle } from './to-toggle.js';

const FLAG: Flag = {
  flag_id: 'f-1',
  key: 'a',
  name: 'A',
  type: 'string',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'plan', targeting_value: 'pro', rollout_percentage: 0 };
const PRO = { plan: 'pro' };

const toggleOf = (flag: Partial<Flag>, context: EvaluationContext = {}) => {
  const whole = { ...FLAG, ...flag };
  return toToggle(whole, evaluate<unknown>([whole], 'a', undefined, context, whole.type));
};
const on = (variant: object) => ({ name: 'a', enabled: true, impressionData: false, variant });
const disabled = { name: 'disabled', enabled: false, feature_enabled: true };
const payload = (name: string, type: string, value: string) => ({
  name,
  enabled: true,
  feature_enabled: true,
  payload: { type, value },
});

describe('a toggle of the front-end API', () => {
  it.each<[string, Partial<Flag>, EvaluationContext, object | undefined]>([
    ['a boolean that is on', { type: 'boolean' }, {}, on(disabled)],
    ['a boolean that is off', { type: 'boolean', is_enabled: false }, {}, undefined],
    ['a rule that returns false', { ...RULE, type: 'boolean', targeting_return_value: 'false' }, PRO, undefined],
    ['a rule that returns no boolean', { ...RULE, type: 'boolean', targeting_return_value: 'maybe' }, PRO, undefined],
    ['a text', { targeting_return_value: 'blue' }, {}, on(payload('on', 'string', 'blue'))],
    ['a text by a rule', { ...RULE, targeting_return_value: 'red' }, PRO, on(payload('targeted', 'string', 'red'))],
    ['a text without a value', {}, {}, on(disabled)],
    ['a number', { type: 'number', targeting_return_value: '0x10' }, {}, on(payload('on', 'number', '16'))],
    ['an invalid number', { type: 'number', targeting_return_value: 'many' }, {}, on(disabled)],
    ['JSON that is false', { type: 'json', targeting_return_value: 'false' }, {}, on(payload('on', 'json', 'false'))],
    ['a percentage without a subject', { rollout_percentage: 50 }, {}, undefined],
  ])('%s', (_, flag, context, toggle) => {
    expect(toggleOf(flag, context)).toEqual(toggle);
  });
});

describe('a context of Unleash', () => {
  it('becomes attributes, with userId as the targeting key too', () => {
    const context = { userId: 'u', appName: 'shop', properties: { plan: 'pro', targetingKey: 'x' } };
    expect(toEvaluationContext(context)).toEqual({ userId: 'u', targetingKey: 'u', appName: 'shop', plan: 'pro' });
  });

  it('has no properties where they are not an object', () => {
    expect(toEvaluationContext({ properties: ['a'] })).toEqual({ targetingKey: undefined });
  });

  it('has properties in brackets in a query', () => {
    expect(contextOfQuery('userId=1&properties%5Bplan%5D=pro&properties[a.b]=c')).toEqual({
      userId: '1',
      properties: { plan: 'pro', 'a.b': 'c' },
    });
  });
});
