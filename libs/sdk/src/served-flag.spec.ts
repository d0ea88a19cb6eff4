import 'reflect-metadata';
import { FLAG_TYPES, parsesAs, type ServedFlag } from '@burgee/contracts';
import { evaluate, type Flag, type FlagType } from '@burgee/evaluation';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

type Plain<T> = { -readonly [K in keyof T]: T[K] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

describe('what the library knows of the service', () => {
  it('is the flag that the contract says, field by field', () => {
    const same: Same<Plain<Flag>, Plain<ServedFlag>> = true;
    const sameTypes: Same<FlagType, (typeof FLAG_TYPES)[number]> = true;
    expect([same, sameTypes]).toEqual([true, true]);
  });

  it('is able to read each return value that the service lets be stored, and no other', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.double().map(String),
      fc.constantFrom('true', 'false', '0x1F', ' 7 ', 'NaN', ''),
    );
    const property = fc.property(fc.constantFrom(...FLAG_TYPES), text, (type, targeting_return_value) => {
      const rule = { targeting_attribute: 'a', targeting_value: 'b', targeting_return_value };
      const flag = { flag_id: 'f', key: 'f', name: 'f', type, is_enabled: true, rollout_percentage: 100, ...rule };
      const { errorCode } = evaluate([flag], 'f', null as never, { a: 'b' }, type);
      expect(errorCode === 'PARSE_ERROR').toBe(!parsesAs(type, targeting_return_value));
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
