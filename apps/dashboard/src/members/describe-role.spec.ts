import { expect, it } from '@jest/globals';
import { describeRole } from './describe-role.js';

it.each([
  [undefined, 'viewer'],
  [[], 'viewer'],
  [[{ name: 'Staging', role: 'editor' }], 'viewer, editor in Staging'],
])('names the role in the project and in environments %j', (environments, expected) =>
  expect(describeRole('viewer', environments)).toBe(expected),
);
