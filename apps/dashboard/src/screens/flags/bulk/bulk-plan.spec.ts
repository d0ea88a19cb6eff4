import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { faultsByPlace, onAnywhere, planSwitch } from './bulk-plan.js';

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

it('plans a toggle for every flag of the environment, and marks the flags that would change', () => {
  const planned = planSwitch(FLAGS, 'dev', true);
  expect(planned.map(({ flag: { id }, differs }) => [id, differs])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('assigns each refusal to its flag', () => {
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

it('names the environments where any of the flags is on', () => {
  const all = [environment('dev'), environment('test'), environment('prod', true)];
  expect(onAnywhere(FLAGS, all).map(({ id }) => id)).toEqual(['dev', 'prod']);
});
