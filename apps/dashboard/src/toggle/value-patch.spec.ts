import { expect, it } from '@jest/globals';
import { afterPatch } from './value-patch.js';

const VALUE = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

it('a patch clears the return value of a rule with its condition, like the service', () => {
  const ruled = { ...VALUE, targeting_attribute: 'a', targeting_value: 'b', targeting_return_value: 'true' };
  const patch = { targeting_attribute: null, targeting_value: null };
  expect(afterPatch(ruled, patch)).toEqual(VALUE);
  expect(afterPatch(ruled, { ...patch, targeting_return_value: 'x' }).targeting_return_value).toBe('x');
});
