import { expect, it } from '@jest/globals';
import { describePositions } from './describe-positions.js';

it.each([
  ['abc-812', 3, '3 instances on the latest revision, 812'],
  ['abc-813', 1, '1 instance on the latest revision, 813'],
  ['abc-810', 1, '1 instance on revision 810, 2 behind'],
  ['xyz-900', 2, '2 instances with flags from before a restore or from another server'],
  [null, 2, '2 instances, revision not reported'],
  ['anything', 1, '1 instance, revision not reported'],
])('describes %s by %d: %s', (position, instances, said) =>
  expect(describePositions([{ position, instances }], 'abc-812')).toEqual([said]),
);

it('says that no instance has reported lately', () =>
  expect(describePositions([], 'abc-812')).toEqual(['No instance in the last day']));
