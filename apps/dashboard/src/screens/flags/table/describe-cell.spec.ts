import type { FlagValueSummary } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { describeCell } from './describe-cell.js';

const value = (more: Partial<FlagValueSummary> = {}): FlagValueSummary => ({
  environment_id: 'dev',
  is_enabled: true,
  rollout_percentage: 100,
  has_rule: false,
  has_value: false,
  unconditional_value: null,
  updated_at: '1',
  ...more,
});
const BLUE = { has_value: true, unconditional_value: 'blue' };
const BY_RULE = { has_value: true, has_rule: true, rollout_percentage: 31 };

it.each([
  ['boolean', { rollout_percentage: 31, has_rule: true }],
  ['string', { ...BLUE, rollout_percentage: 31 }],
  ['string', {}],
] as const)('says nothing of a %s flag that is off: %j', (type, more) =>
  expect(describeCell(type, value({ ...more, is_enabled: false }))).toBeUndefined(),
);

it('says that apps do not get a flag yet, though it is off', () =>
  expect(describeCell('boolean', value({ is_enabled: false, served: false }))).toEqual({
    text: 'Not served yet',
    says: "Not served yet: your code's default applies until a change.",
    hasRule: false,
  }));

it('says nothing of a boolean flag that is fully on', () => expect(describeCell('boolean', value())).toBeUndefined());

it.each([
  ['boolean', { rollout_percentage: 31 }, '31%', 'On for 31% of users.', false],
  ['boolean', { has_rule: true }, '', 'On for everyone; its rule applies to some.', true],
  ['boolean', { rollout_percentage: 0, has_rule: true }, '0%', 'On for nobody; its rule applies to some.', true],
  ['string', BLUE, '“blue”', 'On: everyone gets “blue”.', false],
  ['string', { ...BLUE, unconditional_value: '' }, '“”', 'On: everyone gets “”.', false],
  [
    'number',
    { has_value: true, unconditional_value: '7', rollout_percentage: 31 },
    { text: '7', share: ' for 31%' },
    "On: 31% of users get 7, all others get your code's default.",
    false,
  ],
  ['string', BY_RULE, 'rule', "On for users who match its rule, all others get your code's default.", true],
  ['json', { rollout_percentage: 31 }, 'code default', "On without a value: your code's default applies.", false],
  [
    'json',
    { rollout_percentage: 31, has_rule: true },
    'code default',
    "On without a value: your code's default applies.",
    false,
  ],
] as const)('describes a %s flag with %j as %j', (type, more, shown, says, hasRule) =>
  expect(describeCell(type, value(more))).toEqual({
    ...(typeof shown === 'string' ? { text: shown } : shown),
    says,
    hasRule,
  }),
);

it('shows only the percentage where an older service sends no value', () => {
  const { unconditional_value: _value, ...older } = value({ has_value: true, rollout_percentage: 31 });
  expect(describeCell('string', older as FlagValueSummary)).toMatchObject({
    text: '31%',
    says: 'On; 31% of users get its value.',
  });
});
