import type { DomainError, FlagType } from '@burgee/contracts';
import { describe, expect, it } from '@jest/globals';
import type { ValueState } from '../flag-row.js';
import { decideValue } from './decide-value.js';

const OFF: ValueState = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };

/** Why an edit of a fresh value is refused, or undefined when it is not. */
function refusalOf(patch: Partial<ValueState>, type: FlagType): DomainError | undefined {
  try {
    decideValue(OFF, patch, type);
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
}

describe('editing a value', () => {
  it('keeps what is left out', () => {
    expect(decideValue({ ...OFF, ...RULE }, { is_enabled: true }, 'boolean')).toEqual({
      ...OFF,
      ...RULE,
      is_enabled: true,
    });
  });

  it('clears with null', () => {
    const cleared = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };
    expect(decideValue({ ...OFF, ...RULE }, cleared, 'boolean')).toEqual(OFF);
  });

  it('changes nothing when nothing differs', () => {
    expect(decideValue(OFF, { ...OFF }, 'boolean')).toBeUndefined();
    expect(decideValue(OFF, {}, 'boolean')).toBeUndefined();
  });

  it.each([
    ['an attribute without a value', { targeting_attribute: 'plan' }, '/targeting_value'],
    ['a value without an attribute', { targeting_value: 'pro' }, '/targeting_attribute'],
  ])('refuses %s', (_what, patch, pointer) => {
    expect(refusalOf(patch, 'boolean')?.options.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it.each([
    ['boolean', 'true', true],
    ['boolean', 'yes', false],
    ['string', 'anything', true],
    ['string', '', true],
    ['number', '1.5e3', true],
    ['number', '', false],
    ['number', 'Infinity', false],
    ['number', '12px', false],
    ['json', '{"a":[1]}', true],
    ['json', '{a:1}', false],
  ] as const)('a %s flag may return %p: %p', (type, targeting_return_value, accepted) => {
    expect(refusalOf({ targeting_return_value }, type) === undefined).toBe(accepted);
  });
});
