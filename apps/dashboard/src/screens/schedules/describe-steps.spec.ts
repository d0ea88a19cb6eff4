import { expect, it } from '@jest/globals';
import { describeSteps } from './describe-steps.js';

const [ON, OFF] = [{ is_enabled: true }, { is_enabled: false }];
const share = (rollout_percentage: number) => ({ rollout_percentage });

it.each([
  [[ON], 'Switch on'],
  [[OFF], 'Switch off'],
  [[share(7)], 'Set the percentage'],
  [[{ targeting_value: 'NO' }], '1 change'],
  [[{ ...ON, ...share(5) }, share(50), share(100)], 'Gradual rollout'],
  [[share(5), share(50)], 'Gradual rollout'],
  [[ON, OFF], '2 changes'],
  [[share(5), OFF], '2 changes'],
])('%j in a few words', (patches, expected) =>
  expect(describeSteps(patches.map((patch) => ({ patch })))).toBe(expected),
);
