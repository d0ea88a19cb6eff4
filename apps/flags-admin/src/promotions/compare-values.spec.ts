import { VALUE_PARTS } from '@burgee/contracts/plain';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actionFor, partsOf, partsThatDiffer } from './compare-values.js';

const text = fc.option(fc.constantFrom('', 'a', 'b'));
const value = fc.record({
  is_enabled: fc.boolean(),
  rollout_percentage: fc.constantFrom(0, 50, 100),
  targeting_attribute: text,
  targeting_value: text,
  targeting_return_value: text,
});

it('names the parts that differ, and a rule for any of its three fields', () => {
  const one = {
    is_enabled: true,
    rollout_percentage: 5,
    targeting_attribute: 'a',
    targeting_value: 'b',
    targeting_return_value: null,
  };
  expect(partsThatDiffer(one, { ...one })).toEqual([]);
  expect(partsThatDiffer(one, { ...one, is_enabled: false, rollout_percentage: 6 })).toEqual(['switch', 'rollout']);
  for (const field of ['targeting_attribute', 'targeting_value', 'targeting_return_value'])
    expect(partsThatDiffer(one, { ...one, [field]: 'c' })).toEqual(['rule']);
});

it.each([
  [['switch'], 'flag_toggle'],
  [['switch', 'rule'], 'flag_update'],
  [[], 'flag_update'],
] as const)('a change of %j is a %s', (parts, action) => expect(actionFor(parts)).toBe(action));

it('a value with copied parts of another differs only in the other parts', () => {
  fc.assert(
    fc.property(value, value, fc.subarray([...VALUE_PARTS]), (from, to, parts) => {
      const next = { ...to, ...partsOf(from, parts) };
      expect(partsThatDiffer(from, next)).toEqual(partsThatDiffer(from, to).filter((part) => !parts.includes(part)));
      expect(partsThatDiffer(to, next)).toEqual(partsThatDiffer(from, to).filter((part) => parts.includes(part)));
    }),
  );
});
