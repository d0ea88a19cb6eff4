import { ENVIRONMENT_COLORS } from '@burgee/contracts/plain';
import { expect, it } from '@jest/globals';
import { defaultColor } from './default-color.js';

it('is a color that the project does not use yet', () => {
  expect(defaultColor([], false)).toBe('green');
  expect(defaultColor(['green', 'orange'], false)).toBe('blue');
});

it('is red for protected environments only', () => {
  expect(defaultColor(['green'], true)).toBe('red');
  expect(defaultColor(['red'], true)).toBe('green');
  expect(
    defaultColor(
      ENVIRONMENT_COLORS.filter((color) => color !== 'red'),
      false,
    ),
  ).not.toBe('red');
});
