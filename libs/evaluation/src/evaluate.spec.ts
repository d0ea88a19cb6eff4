import { describe, expect, it, jest } from '@jest/globals';
import { aRow } from '@burgee/testing/unit';
import fc from 'fast-check';
import { bucketOf } from './bucket.js';
import { evaluate } from './evaluate.js';
import type { Flag, FlagType } from './flag.js';
import { parseList } from './parse-list.js';

const flagKey = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,20}$/);
const text = fc.string({ unit: 'binary' });
const percentage = fc.integer({ min: 0, max: 100 });
const attributes = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)));

const flag = (fields: Partial<Flag>): Flag => aRow('flag', fields);

describe('evaluate', () => {
  it('never drops a user when a percentage is raised', () => {
    const property = fc.property(flagKey, text, percentage, percentage, (key, targetingKey, one, other) => {
      const isOn = (rollout_percentage: number) =>
        evaluate([flag({ key, rollout_percentage })], key, false, { targetingKey }).value;
      expect(!isOn(Math.min(one, other)) || isOn(Math.max(one, other))).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('spreads two flags independently: 10 % of each overlap in about 1 %', () => {
    const property = fc.property(flagKey, flagKey, fc.uuid(), (one, other, run) => {
      fc.pre(one !== other);
      const users = Array.from({ length: 20_000 }, (_, index) => `${run}-${index}`);
      const both = users.filter((user) => bucketOf(one, user) < 10 && bucketOf(other, user) < 10).length;
      // 200 are expected, plus or minus 14; a deviation of six times that is practically impossible.
      expect(Math.abs(both - 200)).toBeLessThan(85);
    });
    fc.assert(property, { numRuns: 3 });
  });

  it('switches flags for the share of users that the percentage sets', () => {
    const property = fc.property(flagKey, (key) => {
      const buckets = Array.from({ length: 20_000 }, (_, index) => bucketOf(key, `user-${index}`));
      for (let share = 1; share < 100; share++) {
        const on = buckets.filter((bucket) => bucket < share).length;
        expect(Math.abs(on / 200 - share)).toBeLessThan(2.2);
      }
    });
    fc.assert(property, { numRuns: 3 });
  });

  it('needs no targetingKey at 0 and at 100', () => {
    const property = fc.property(attributes, fc.constantFrom(0, 100), (context, rollout_percentage) => {
      const { value, errorCode } = evaluate([flag({ rollout_percentage })], 'flag', false, context);
      expect({ value, errorCode }).toEqual({ value: rollout_percentage === 100, errorCode: undefined });
    });
    fc.assert(property);
  });

  it('does not depend on the order of the attributes', () => {
    const named = fc.record({
      rollout_percentage: percentage,
      targeting_attribute: fc.constantFrom('a', 'b', 'a.b', 'targetingKey', null),
      targeting_value: fc.constantFrom('x', '1', 'true', null),
      targeting_return_value: fc.constantFrom('true', 'false', null),
    });
    const value = fc.constantFrom<unknown>('x', 1, true, null, { b: 'x' });
    const context = fc.record({ a: value, b: value, 'a.b': value, targetingKey: text }, { requiredKeys: [] });
    const property = fc.property(named, context, (fields, attributes) => {
      const reversed = Object.fromEntries(Object.entries(attributes).toReversed());
      expect(evaluate([flag(fields)], 'flag', false, reversed)).toEqual(
        evaluate([flag(fields)], 'flag', false, attributes),
      );
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('never throws and always returns the requested type, for any row and context', () => {
    // A row of the service cannot have these values, but JSON from elsewhere can.
    const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined)) as fc.Arbitrary<never>;
    const anyRow = fc.record({
      type: fc.constantFrom<FlagType>('boolean', 'string', 'number', 'json'),
      is_enabled: fc.oneof(fc.boolean(), odd),
      rollout_percentage: fc.oneof(percentage, fc.double(), fc.integer(), odd),
      targeting_attribute: fc.oneof(fc.constantFrom('a', 'a.b.c', '__proto__', ''), text, fc.constant(null), odd),
      targeting_value: fc.oneof(fc.constantFrom('1', 'null', 'undefined'), text, fc.constant(null), odd),
      targeting_return_value: fc.oneof(text, fc.json(), fc.constant(null), odd),
    });
    const property = fc.property(
      anyRow,
      fc.oneof(fc.object(), attributes, fc.constantFrom(null, undefined)),
      fc.constantFrom(true, 'text', 1, { an: 'object' }),
      (row, context, defaultValue) => {
        const { value, reason, errorCode } = evaluate([flag(row)], 'flag', defaultValue, context as never);
        expect(typeof value).toBe(typeof defaultValue);
        expect(value).not.toBeNull();
        expect(reason === 'ERROR').toBe(errorCode !== undefined);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('treats unreadable parts of a context as missing', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const throwing = {
      get targetingKey(): string {
        throw new Error('not now');
      },
    };
    for (const context of [revoked.proxy, throwing, { targetingKey: revoked.proxy }] as never[])
      expect(evaluate([flag({ rollout_percentage: 50 })], 'flag', false, context).errorCode).toBe(
        'TARGETING_KEY_MISSING',
      );
  });

  it.each([new Date(0), 10n, Symbol('a'), () => 'a', /a/])('compares %p with no rule', (value) => {
    const text = value instanceof Date ? value.toISOString() : String(value);
    const rule = { targeting_attribute: 'a', targeting_value: text, rollout_percentage: 0 };
    expect(evaluate([flag(rule)], 'flag', false, { a: text }).reason).toBe('TARGETING_MATCH');
    expect(evaluate([flag(rule)], 'flag', false, { a: value }).reason).toBe('DEFAULT');
  });

  it('parses a list once for any number of contexts, and again after the caller changed it in a row', () => {
    const row = { ...flag({ rollout_percentage: 0, targeting_attribute: 'a', targeting_value: '["x","y"]' }) };
    const values = () => ['x', 'y', 'z'].filter((a) => evaluate([row], 'flag', false, { a }).value);
    const parse = jest.spyOn(JSON, 'parse');
    expect(values()).toEqual(['x', 'y']);
    expect(parse).toHaveBeenCalledTimes(1);
    row.targeting_value = '["z"]';
    expect(values()).toEqual(['z']);
    expect(parse).toHaveBeenCalledTimes(2);
    row.targeting_value = 'y';
    expect(values()).toEqual(['y']);
    parse.mockRestore();
  });

  it('matches a list exactly where one of its values as a text would match', () => {
    const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
    const value = fc.oneof(fc.constantFrom('1', 'true', '', '["x"]', '0.5'), text);
    const property = fc.property(
      fc.array(value, { minLength: 1, maxLength: 8 }),
      blank,
      fc.oneof<fc.Arbitrary<unknown>[]>(
        value,
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.array(value),
        fc.constant(null),
      ),
      (values, around, a) => {
        const value = (targeting_value: string) =>
          evaluate([flag({ rollout_percentage: 0, targeting_attribute: 'a', targeting_value })], 'flag', false, { a })
            .value;
        const plain = values.filter((one) => parseList(one) === undefined);
        fc.pre(plain.length > 0);
        expect(value(`${around}${JSON.stringify(plain)}${around}`)).toBe(plain.some(value));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it('changes neither flags nor context', () => {
    const frozen = Object.freeze([Object.freeze(flag({ rollout_percentage: 50 }))]);
    expect(evaluate(frozen, 'flag', false, Object.freeze({ targetingKey: 'user-1' })).reason).toBe('SPLIT');
  });
});

describe('malformed flags', () => {
  it.each([[null], [undefined], [[null, undefined]]])('finds no flag in %j', (flags) => {
    expect(evaluate(flags as never, 'a', true).errorCode).toBe('FLAG_NOT_FOUND');
  });

  it('uses the later of two rows with one key, in lists and maps', () => {
    const rows = [aRow('a', { is_enabled: false }), aRow('a')];
    expect(evaluate(rows, 'a', false).value).toBe(true);
    expect(evaluate(new Map(rows.map((row) => [row.key, row])), 'a', false).value).toBe(true);
  });

  it('treats a targetingKey of null as missing', () => {
    const rows = [aRow('a', { rollout_percentage: 50 })];
    expect(evaluate(rows, 'a', false, { targetingKey: null }).errorCode).toBe('TARGETING_KEY_MISSING');
  });
});
