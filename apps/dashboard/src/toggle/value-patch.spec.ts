import { expect, it } from '@jest/globals';
import { differences } from './describe-value.js';
import { afterPatch, patchOf } from './value-patch.js';

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

it('a patch serves a value that apps do not get yet, like the service', () => {
  const patched = afterPatch({ ...VALUE, served: false }, { is_enabled: true });
  expect(patched).toEqual({ ...VALUE, is_enabled: true, served: true });
  expect(differences({ ...VALUE, served: false }, patched)).toEqual([
    { field: 'Status', before: 'off', after: 'on' },
    { field: 'Served', before: 'not yet', after: 'now' },
  ]);
  expect(patchOf({ base: { ...VALUE, served: false }, value: VALUE })).toEqual({});
});
