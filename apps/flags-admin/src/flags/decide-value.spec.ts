import type { DomainError, FlagType } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { assertUnchangedSince, decideValue } from './decide-value.js';
import { type ValueRow, type ValueState, valueTag, valueView } from './flag-row.js';

const OFF: ValueState = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };

/** The error for this edit of a new value, or undefined. */
function refusalOf(patch: Partial<ValueState>, type: FlagType): DomainError | undefined {
  try {
    decideValue(OFF, patch, type);
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
}

describe('editing a value', () => {
  it('keeps fields that are left out', () => {
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

  it('serves a value that clients do not get yet with any change, and with the word alone', () => {
    const unserved = { ...OFF, served: false };
    expect(decideValue(unserved, { is_enabled: true }, 'boolean')).toEqual({ ...OFF, is_enabled: true, served: true });
    expect(decideValue(unserved, { served: true }, 'boolean')).toEqual({ ...OFF, served: true });
    expect(decideValue(unserved, { is_enabled: false, served: false }, 'boolean')).toBeUndefined();
    expect(decideValue(OFF, { served: true }, 'boolean')).toBeUndefined();
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

describe('a return value without a condition', () => {
  const LONE = { ...OFF, targeting_return_value: '7' };
  const NO_CONDITION = { targeting_attribute: null, targeting_value: null };
  const NUMBERS = { ...OFF, ...RULE, targeting_return_value: '7' };

  it.each(['boolean', 'string', 'number', 'json'] as const)('is allowed for a %s flag and stays', (type) => {
    const text = type === 'boolean' ? 'true' : '7';
    const next = decideValue(OFF, { targeting_return_value: text }, type);
    expect(next).toEqual({ ...OFF, targeting_return_value: text });
    expect(decideValue(next!, { rollout_percentage: 5, ...NO_CONDITION }, type)).toEqual({
      ...next,
      rollout_percentage: 5,
    });
    expect(decideValue(next!, NO_CONDITION, type)).toBeUndefined();
  });

  it('does not remain when an edit clears the condition', () => {
    expect(decideValue(NUMBERS, NO_CONDITION, 'number')).toEqual(OFF);
    expect(decideValue({ ...OFF, ...RULE }, NO_CONDITION, 'boolean')).toEqual(OFF);
    expect(decideValue({ ...NUMBERS, targeting_value: null }, { targeting_attribute: null }, 'number')).toEqual(OFF);
    expect(decideValue({ ...NUMBERS, targeting_attribute: null }, { targeting_value: null }, 'number')).toEqual(OFF);
  });

  it('is the value in the edit that clears a condition, even the same one', () => {
    for (const targeting_return_value of ['7', '8', null])
      expect(decideValue(NUMBERS, { ...NO_CONDITION, targeting_return_value }, 'number')).toEqual({
        ...OFF,
        targeting_return_value,
      });
  });

  it('becomes the value of a condition that is added', () => {
    const condition = { targeting_attribute: 'plan', targeting_value: 'pro' };
    expect(decideValue(LONE, condition, 'number')).toEqual({ ...LONE, ...condition });
  });
});

describe('stored values that are invalid now', () => {
  const HELD = [
    { ...OFF, targeting_attribute: 'plan', targeting_return_value: 'true' },
    { ...OFF, targeting_value: 'pro' },
    { ...OFF, ...RULE, targeting_return_value: 'neither of these' },
    { ...OFF, targeting_return_value: '{' },
  ];

  it.each(HELD)('block neither a toggle nor an edit of other fields: %j', (held) => {
    for (const type of ['boolean', 'number', 'json'] as const) {
      expect(decideValue(held, { is_enabled: true }, type)).toEqual({ ...held, is_enabled: true });
      expect(decideValue(held, { ...held, rollout_percentage: 5 }, type)).toEqual({ ...held, rollout_percentage: 5 });
    }
  });

  it('do not excuse an invalid edit', () => {
    const half = { ...OFF, targeting_attribute: 'plan' };
    expect(() => decideValue(half, { targeting_attribute: 'country' }, 'string')).toThrow('must be set together');
    expect(() => decideValue(HELD[2]!, { targeting_return_value: 'nor this' }, 'boolean')).toThrow('must be a boolean');
    expect(decideValue(half, { targeting_value: 'pro' }, 'string')).toEqual({ ...half, targeting_value: 'pro' });
  });
});

describe('the length of a text', () => {
  const EMOJI = '😀'.repeat(2_500);

  it.each([
    ['targeting_attribute', 200],
    ['targeting_value', 10_000],
    ['targeting_return_value', 10_000],
  ] as const)('of %s counts its bytes, at most %i', (name, most) => {
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro' };
    expect(refusalOf({ ...rule, [name]: 'é'.repeat(most / 2) }, 'string')).toBeUndefined();
    expect(refusalOf({ ...rule, [name]: `${'é'.repeat(most / 2)}x` }, 'string')?.options.errors).toEqual([
      {
        pointer: `/${name}`,
        detail: `${name} must be at most ${most.toLocaleString('en')} bytes in UTF-8; it has ${(most + 1).toLocaleString('en')}`,
      },
    ]);
  });

  it('blocks neither a toggle nor an edit of other fields when the stored text is too long', () => {
    const held = { ...OFF, ...RULE, targeting_value: `${EMOJI}and more` };
    expect(decideValue(held, { is_enabled: true }, 'boolean')).toEqual({ ...held, is_enabled: true });
    expect(decideValue(held, { ...held, rollout_percentage: 5 }, 'boolean')).toEqual({
      ...held,
      rollout_percentage: 5,
    });
    expect(() => decideValue(held, { targeting_value: `${EMOJI}and` }, 'boolean')).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});

describe('a list of values', () => {
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `v${index}`));
  const errorsOf = (targeting_value: string) =>
    refusalOf({ targeting_attribute: 'plan', targeting_value }, 'boolean')?.options.errors;
  const HALF_PAIR = '["a","\\ud800"]';

  it.each([
    ['200 values', many(200)],
    ['duplicates', '["a","a"]'],
    ['empty text', '[""]'],
    ['a whole surrogate pair', '["\\ud83d\\ude00"]'],
    ['text that is almost a list', `["\\ud800",1,${'"a",'.repeat(300)}1]`],
  ])('may have %s', (_what, text) => expect(errorsOf(text)).toBeUndefined());

  it.each([
    ['201 values', many(201), 'targeting_value must list at most 200 values; it lists 201'],
    ['half a pair', HALF_PAIR, 'targeting_value must list whole characters; value 2 has half a surrogate pair'],
  ])('may not have %s, except where it is stored', (_what, text, detail) => {
    expect(errorsOf(text)).toEqual([{ pointer: '/targeting_value', detail }]);
    const held = { ...OFF, ...RULE, targeting_value: text };
    expect(decideValue(held, { ...held, rollout_percentage: 5 }, 'boolean')).toMatchObject({ rollout_percentage: 5 });
  });
});

describe('If-Match', () => {
  const row = { ...OFF, id: 'v', updated_at: new Date(1) } as ValueRow;
  const current = valueView(row);

  it.each([undefined, '*', valueTag(current)])('%p matches the value', (ifMatch) => {
    expect(() => assertUnchangedSince(row, ifMatch)).not.toThrow();
  });

  it.each(['"1970-01-01T00:00:00.000Z"', current.updated_at, '', `W/${valueTag(current)}`])(
    '%p does not match',
    (ifMatch) => {
      expect(() => assertUnchangedSince(row, ifMatch)).toThrow(
        expect.objectContaining({ code: 'value_changed', options: { current } }),
      );
    },
  );
});
