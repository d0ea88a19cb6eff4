import { expect, it } from '@jest/globals';
import { comparedLines } from './compared-lines.js';

const NONE = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const BLUE = { ...NONE, targeting_return_value: 'blue' };
const RULE = { ...BLUE, targeting_attribute: 'country', targeting_value: 'DE', rollout_percentage: 43 };

const shown = (...[left, right, type]: Parameters<typeof comparedLines>) =>
  comparedLines(left, right, type).map((line) => [line.label, line.left, line.right]);

it('shows a different percentage on its own line if no other line has it', () => {
  expect(shown(NONE, RULE, 'string')).toEqual([
    ['Status', 'on', 'on'],
    ['Value', undefined, '“blue”'],
    ['Who gets it', 'nobody', 'users whose country is “DE”'],
    ['Rollout', '100%', '43%'],
  ]);
});

it.each([
  [BLUE, { ...BLUE, rollout_percentage: 43 }, ['Who gets it', 'everyone', '43% of users']],
  [NONE, BLUE, ['Who gets it', 'nobody', 'everyone']],
])('shows no such line otherwise: %j, %j', (left, right, last) =>
  expect(shown(left, right, 'string').at(-1)).toEqual(last),
);

it('shows one line for a boolean flag', () => {
  expect(shown(NONE, { ...NONE, rollout_percentage: 43 }, 'boolean')).toEqual([
    ['Status', 'on', 'on'],
    ['Rollout', '100%', '43%'],
  ]);
});
