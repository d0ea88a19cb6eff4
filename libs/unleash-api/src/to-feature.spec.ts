import type { Flag } from '@burgee/evaluation';
import { describe, expect, it } from '@jest/globals';
import { featuresDocument, featureText } from './features-document.js';
import { toFeature } from './to-feature.js';

const FLAG: Flag = {
  flag_id: 'f-1',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'country', targeting_value: 'NO' };

const forAll = { rollout: '100', stickiness: 'default', groupId: 'new-checkout' };
const forSome = (rollout: string) => ({ rollout, stickiness: 'userId', groupId: 'new-checkout' });
const where = (operator: string, contextName = 'country', ...values: string[]) => [
  { contextName, operator, values: values.length > 0 ? values : ['NO'], inverted: false, caseInsensitive: false },
];
const variant = (name: string, type: string, value: string) => [{ name, weight: 1000, payload: { type, value } }];
const strategy = (parameters: object, constraints: object[] = [], variants: object[] = []) => ({
  name: 'flexibleRollout',
  parameters,
  constraints,
  variants,
});

const CASES: [string, Partial<Flag>, object[]][] = [
  ['100 %', {}, [strategy(forAll)]],
  ['30 %', { rollout_percentage: 30 }, [strategy(forSome('30'))]],
  ['0 %, which is a strategy, since none would be on', { rollout_percentage: 0 }, [strategy(forSome('0'))]],
  [
    'a rule that returns true',
    { ...RULE, rollout_percentage: 30, targeting_return_value: 'true' },
    [strategy(forAll, where('IN')), strategy(forSome('30'))],
  ],
  ['a rule that returns nothing', RULE, [strategy(forAll, where('IN')), strategy(forAll)]],
  [
    'a rule that returns false',
    { ...RULE, rollout_percentage: 30, targeting_return_value: 'false' },
    [strategy(forSome('30'), where('NOT_IN'))],
  ],
  [
    'a rule that returns no boolean',
    { ...RULE, targeting_return_value: 'perhaps' },
    [strategy(forAll, where('NOT_IN'))],
  ],
  [
    'a rule with several values',
    { ...RULE, targeting_value: '["NO","SE"]' },
    [strategy(forAll, where('IN', 'country', 'NO', 'SE')), strategy(forAll)],
  ],
  [
    'a rule with several values that returns false',
    { ...RULE, targeting_value: '["NO","SE"]', targeting_return_value: 'false' },
    [strategy(forAll, where('NOT_IN', 'country', 'NO', 'SE'))],
  ],
  [
    'a stored list with half a surrogate pair, which SDKs could not read',
    { ...RULE, targeting_value: '["\\ud800","\\ud83d\\ude00"]' },
    [strategy(forAll, where('IN', 'country', '\ufffd', '😀')), strategy(forAll)],
  ],
  [
    'a rule with text that is almost a list',
    { ...RULE, targeting_value: '["NO",1]' },
    [strategy(forAll, where('IN', 'country', '["NO",1]')), strategy(forAll)],
  ],
  [
    'a rule on the targeting key',
    { targeting_attribute: 'targetingKey', targeting_value: 'user-1' },
    [strategy(forAll, where('IN', 'userId', 'user-1')), strategy(forAll)],
  ],
  [
    'a text for all users',
    { type: 'string', targeting_return_value: '' },
    [strategy(forAll, [], variant('on', 'string', ''))],
  ],
  [
    'a number for some users',
    { type: 'number', rollout_percentage: 5, targeting_return_value: ' 0x10 ' },
    [strategy(forSome('5'), [], variant('on', 'number', '16'))],
  ],
  [
    'JSON by a rule',
    { ...RULE, type: 'json', targeting_return_value: '{ "a": 1 }' },
    [strategy(forAll, where('IN'), variant('targeted', 'json', '{ "a": 1 }')), strategy(forAll)],
  ],
  [
    'an invalid number: the default of the caller',
    { type: 'number', targeting_return_value: 'many' },
    [strategy(forAll)],
  ],
  [
    'a value with half a rule: the default of the caller',
    { type: 'string', targeting_attribute: 'country', targeting_return_value: 'x' },
    [strategy(forAll)],
  ],
];

describe('a flag as a feature', () => {
  it.each(CASES)('%s', (_, flag, strategies) => {
    expect(toFeature({ ...FLAG, ...flag })).toEqual({
      name: 'new-checkout',
      description: 'New checkout',
      type: 'release',
      project: 'default',
      enabled: true,
      stale: false,
      impressionData: false,
      strategies,
      variants: [],
    });
  });

  it('is off for all users when it is switched off, even with a rule', () => {
    const feature = toFeature({ ...FLAG, ...RULE, is_enabled: false, targeting_return_value: 'true' });
    expect([feature.enabled, feature.strategies]).toEqual([false, []]);
  });
});

describe('the document of features', () => {
  it('has all flags in their order, no segments, and names the environment', () => {
    const flags = [FLAG, { ...FLAG, key: 'a', is_enabled: false }];
    expect(JSON.parse(featuresDocument('env-1').join(flags.map(featureText).join()))).toEqual({
      version: 2,
      features: flags.map(toFeature),
      segments: [],
      query: { environment: 'env-1' },
    });
  });
});
