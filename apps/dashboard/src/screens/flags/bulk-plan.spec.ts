import type { EnvironmentView, FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { audienceOfListed, faultsByPlace, onAnywhere, planSwitch } from './bulk-plan.js';

const flag = (id: string, states: Record<string, boolean>) =>
  ({
    id,
    environments: Object.entries(states).map(([environment_id, is_enabled]) => ({ environment_id, is_enabled })),
  }) as FlagSummary;
const environment = (id: string, isProtected = false) => ({ id, protected: isProtected }) as EnvironmentView;
const FLAGS = [
  flag('a', { dev: true, prod: false }),
  flag('b', { dev: false, prod: false }),
  flag('c', { prod: true }),
];

it('a switch is planned for every flag that has a value there, and says which of them differ', () => {
  const planned = planSwitch(FLAGS, 'dev', true);
  expect(planned.map(({ flag: { id }, differs }) => [id, differs])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('each refusal belongs to its flag', () => {
  const errors = [
    { pointer: '/changes/0', detail: 'it changed' },
    { pointer: '/changes/12/patch/is_enabled', detail: 'no' },
    { pointer: '/tags', detail: 'not about a flag' },
  ];
  expect([...faultsByPlace(errors)]).toEqual([
    [0, 'it changed'],
    [12, 'no'],
  ]);
  expect(faultsByPlace(undefined).size).toBe(0);
});

it('the environments where any of them is on are named', () => {
  const all = [environment('dev'), environment('test'), environment('prod', true)];
  expect(onAnywhere(FLAGS, all).map(({ id }) => id)).toEqual(['dev', 'prod']);
});

it.each([
  ['boolean', 100, false, false, 'on for everyone'],
  ['boolean', 25, true, true, 'on for 25% of users; its rule decides for some'],
  ['string', 25, false, true, 'on; 25% of users get its value'],
  ['json', 100, false, true, 'on; everyone gets its value'],
  ['number', 25, true, true, 'on for users who match its rule'],
  ['string', 25, false, false, 'on without a value, so everyone gets the default in your code'],
] as const)(
  'a %s flag at %s%%, with a rule: %s, with a value: %s',
  (type, rollout_percentage, has_rule, has_value, expected) => {
    const value = { rollout_percentage, has_rule, has_value } as FlagValueSummary;
    expect(audienceOfListed({ type } as FlagSummary, value)).toBe(expected);
  },
);
