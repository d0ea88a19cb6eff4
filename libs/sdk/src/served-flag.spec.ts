import type { FLAG_TYPES, ServedFlag } from '@burgee/contracts/wire';
import type { Flag, FlagType } from '@burgee/evaluation';
import { expect, it } from '@jest/globals';

type Plain<T> = { -readonly [K in keyof T]: T[K] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

it("the flag type of the published library equals the service's, field by field", () => {
  const same: Same<Plain<Flag>, Plain<ServedFlag>> = true;
  const sameTypes: Same<FlagType, (typeof FLAG_TYPES)[number]> = true;
  expect([same, sameTypes]).toEqual([true, true]);
});
