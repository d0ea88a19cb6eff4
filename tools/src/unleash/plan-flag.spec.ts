import { describe, expect, it } from '@jest/globals';
import { planFlag, type PlannedFlag, type PlannedValue } from './plan-flag.js';
import type { UnleashConstraint, UnleashFeature, UnleashStrategy, UnleashVariant } from './unleash-document.js';

const feature = (rest: Partial<UnleashFeature> = {}): UnleashFeature => ({ name: 'a', enabled: true, ...rest });
const where = (rest: Partial<UnleashConstraint> = {}): UnleashConstraint => ({
  contextName: 'country',
  operator: 'IN',
  values: ['NO'],
  ...rest,
});
const rollout = (percentage: number, rest: Partial<UnleashStrategy> = {}, parameters = {}): UnleashStrategy => ({
  name: 'flexibleRollout',
  parameters: {
    rollout: String(percentage),
    stickiness: percentage < 100 ? 'userId' : 'default',
    groupId: 'a',
    ...parameters,
  },
  ...rest,
});
const variant = (rest: Partial<UnleashVariant> = {}): UnleashVariant => ({ name: 'v', weight: 1000, ...rest });
const payload = (type: string, value: string) => [variant({ payload: { type, value } })];

const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

const NOTHING: PlannedValue = {
  is_enabled: true,
  rollout_percentage: 0,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };

const taken = (one: UnleashFeature): PlannedFlag => {
  const plan = planFlag(one);
  if (!('flag' in plan)) throw new Error(plan.reasons.join());
  return plan.flag;
};
const reason = (one: UnleashFeature) => (planFlag(one) as { reasons?: string[] }).reasons?.join() ?? 'taken';

describe('a feature of Unleash', () => {
  it.each<[string, UnleashFeature, Partial<PlannedValue>]>([
    ['without a strategy is on for all', feature(), { rollout_percentage: 100 }],
    [
      'that is off keeps what it would be',
      feature({ enabled: false, strategies: [rollout(25)] }),
      { is_enabled: false, rollout_percentage: 25 },
    ],
    ['with the default strategy', feature({ strategies: [{ name: 'default' }] }), { rollout_percentage: 100 }],
    ['whose only strategy is disabled is off for all', feature({ strategies: [rollout(50, { disabled: true })] }), {}],
    ['with a percentage', feature({ strategies: [rollout(25)] }), { rollout_percentage: 25 }],
    [
      'with the old percentage by user',
      feature({ strategies: [{ name: 'gradualRolloutUserId', parameters: { percentage: 25, groupId: 'a' } }] }),
      { rollout_percentage: 25 },
    ],
    ['with a condition', feature({ strategies: [rollout(100, { constraints: [where()] })] }), RULE],
    [
      'with a condition, and a percentage of the others',
      feature({ strategies: [rollout(100, { constraints: [where()] }), rollout(25)] }),
      { ...RULE, rollout_percentage: 25 },
    ],
    [
      'with an inverted condition that says no',
      feature({ strategies: [rollout(100, { constraints: [where({ operator: 'NOT_IN', inverted: true })] })] }),
      RULE,
    ],
    [
      'for all but some',
      feature({ strategies: [rollout(25, { constraints: [where({ operator: 'NOT_IN' })] })] }),
      { ...RULE, targeting_return_value: 'false', rollout_percentage: 25 },
    ],
    [
      'with a condition of several values',
      feature({ strategies: [rollout(100, { constraints: [where({ values: ['NO', 'SE', 'NO'] })] })] }),
      { ...RULE, targeting_value: '["NO","SE"]' },
    ],
    [
      'with a condition of one value that looks like a list',
      feature({ strategies: [rollout(100, { constraints: [where({ values: ['["NO"]'] })] })] }),
      { ...RULE, targeting_value: '["[\\"NO\\"]"]' },
    ],
    [
      'for all but some of several values',
      feature({
        strategies: [rollout(25, { constraints: [where({ operator: 'NOT_IN', values: ['NO', 'SE'] })] })],
      }),
      { ...RULE, targeting_value: '["NO","SE"]', targeting_return_value: 'false', rollout_percentage: 25 },
    ],
    [
      'for several users',
      feature({ strategies: [{ name: 'userWithId', parameters: { userIds: '7, 8,,7' } }] }),
      { targeting_attribute: 'targetingKey', targeting_value: '["7","8"]', targeting_return_value: 'true' },
    ],
    [
      'for one user',
      feature({ strategies: [{ name: 'userWithId', parameters: { userIds: ' 7 ' } }] }),
      { targeting_attribute: 'targetingKey', targeting_value: '7', targeting_return_value: 'true' },
    ],
    [
      'for a user by a condition',
      feature({ strategies: [rollout(100, { constraints: [where({ contextName: 'userId' })] })] }),
      { ...RULE, targeting_attribute: 'targetingKey' },
    ],
  ])('%s is taken as it is', (_what, one, value) => {
    const { type, differences, value: planned } = taken(one);
    expect([type, differences, planned]).toEqual(['boolean', [], { ...NOTHING, ...value }]);
  });

  it.each<[string, UnleashFeature, string, Partial<PlannedValue>]>([
    [
      'a text for all',
      feature({ strategies: [rollout(100, { variants: payload('string', 'x') })] }),
      'string',
      { rollout_percentage: 100, targeting_return_value: 'x' },
    ],
    [
      'a number for some',
      feature({ strategies: [rollout(25, { variants: payload('number', '5') })] }),
      'number',
      { rollout_percentage: 25, targeting_return_value: '5' },
    ],
    [
      'JSON for the callers of a condition',
      feature({ strategies: [rollout(100, { constraints: [where()], variants: payload('json', '{}') })] }),
      'json',
      { ...RULE, targeting_return_value: '{}' },
    ],
    [
      'a text for the callers of a condition, none for others',
      feature({ strategies: [rollout(100, { constraints: [where()], variants: payload('csv', 'a,b') }), rollout(25)] }),
      'string',
      { ...RULE, targeting_return_value: 'a,b', rollout_percentage: 25 },
    ],
    [
      'the variant of the whole feature',
      feature({ strategies: [rollout(25)], variants: payload('string', 'x') }),
      'string',
      { rollout_percentage: 25, targeting_return_value: 'x' },
    ],
  ])('with a value: %s', (_what, one, type, value) => {
    expect(taken(one)).toMatchObject({ type, differences: [], value: { ...NOTHING, ...value } });
  });

  it.each<[string, UnleashFeature, RegExp]>([
    [
      'callers without a user',
      feature({ strategies: [rollout(25, {}, { stickiness: 'default' })] }),
      /^without a targeting key \(userId\) it is off/,
    ],
    [
      'another way to bucket callers',
      feature({ strategies: [rollout(25, {}, { stickiness: 'sessionId' })] }),
      /not sessionId/,
    ],
    [
      'all callers with a user',
      feature({ strategies: [rollout(100, {}, { stickiness: 'userId' })] }),
      /^without userId it is off in Unleash, and on here$/,
    ],
    [
      'the callers of a condition with a user',
      feature({ strategies: [rollout(100, { constraints: [where()] }, { stickiness: 'userId' })] }),
      /^without userId it is off in Unleash/,
    ],
    ['a group of its own', feature({ strategies: [rollout(25, {}, { groupId: 'b' })] }), /^its groupId is b/],
    ['impression data', feature({ impressionData: true }), /^nothing reports each evaluation/],
    [
      'a variant without payload',
      feature({ strategies: [rollout(100, { variants: [variant()] })] }),
      /value is the name, v$/,
    ],
    [
      'what SDKs fill in',
      feature({ strategies: [rollout(100, { constraints: [where({ contextName: 'appName' })] })] }),
      /SDKs fill in appName/,
    ],
  ])('is taken with a difference: %s', (_what, one, difference) => {
    expect(taken(one).differences).toEqual([expect.stringMatching(difference)]);
  });

  it.each<[string, UnleashFeature, RegExp]>([
    ['its name', feature({ name: 'a b' }), /name is no key/],
    ['a parent', feature({ dependencies: [{}] }), /depends on another/],
    ['a segment', feature({ strategies: [rollout(100, { segments: [1] })] }), /segment/],
    [
      'too many values',
      feature({ strategies: [rollout(100, { constraints: [where({ values: many(201) })] })] }),
      /with 201 values, and a rule has 1 to 200/,
    ],
    [
      'long values',
      feature({ strategies: [rollout(100, { constraints: [where({ values: ['é'.repeat(5_000), 'b'] })] })] }),
      /with more than 10,000 bytes/,
    ],
    ['no value', feature({ strategies: [rollout(100, { constraints: [where({ values: [] })] })] }), /with 0 values/],
    [
      'another operator',
      feature({ strategies: [rollout(100, { constraints: [where({ operator: 'STR_CONTAINS' })] })] }),
      /by STR_CONTAINS/,
    ],
    [
      'two conditions at once',
      feature({ strategies: [rollout(100, { constraints: [where(), where()] })] }),
      /2 conditions/,
    ],
    [
      'two conditions',
      feature({
        strategies: [
          rollout(100, { constraints: [where()] }),
          rollout(100, { constraints: [where({ operator: 'NOT_IN' })] }),
        ],
      }),
      /two strategies have conditions/,
    ],
    ['two percentages', feature({ strategies: [rollout(10), rollout(20)] }), /two percentages/],
    ['three strategies', feature({ strategies: [rollout(1), rollout(2), rollout(3)] }), /3 strategies/],
    [
      'a percentage of a condition',
      feature({ strategies: [rollout(50, { constraints: [where()] })] }),
      /50 % of the callers/,
    ],
    [
      'too many users by ids',
      feature({ strategies: [{ name: 'userWithId', parameters: { userIds: many(201).join() } }] }),
      /userId with 201 values/,
    ],
    [
      'no users',
      feature({ strategies: [{ name: 'userWithId', parameters: { userIds: '' } }] }),
      /userId with 0 values/,
    ],
    [
      'addresses',
      feature({ strategies: [{ name: 'remoteAddress', parameters: { IPs: '1' } }] }),
      /strategy remoteAddress/,
    ],
    [
      'weights',
      feature({ strategies: [rollout(100, { variants: [variant({ weight: 500 }), variant({ weight: 500 })] })] }),
      /2 variants/,
    ],
    ['overrides', feature({ strategies: [rollout(100)], variants: [variant({ overrides: [{}] })] }), /overrides/],
    [
      'two values',
      feature({
        strategies: [
          rollout(100, { constraints: [where()], variants: payload('string', 'x') }),
          rollout(25, { variants: payload('string', 'y') }),
        ],
      }),
      /outside of its condition/,
    ],
    [
      'a value for all but some',
      feature({
        strategies: [rollout(25, { constraints: [where({ operator: 'NOT_IN' })], variants: payload('string', 'x') })],
      }),
      /outside of its condition/,
    ],
    [
      'a percentage that comes first',
      feature({
        strategies: [rollout(25), rollout(100, { constraints: [where()], variants: payload('string', 'x') })],
      }),
      /comes before/,
    ],
  ])('is not taken for %s', (_what, one, says) => {
    expect(reason(one)).toMatch(says);
  });
});
