import { MIN_POSITION_HEADER, type Position } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { assertReached, minPositionOf } from './min-position.js';

const MIN: Position[] = [{ epoch: 'e', revision: 7 }];
const OF_SEVERAL = [{ epoch: 'a', revision: 100 }, ...MIN, { epoch: 'z', revision: 0 }];
const found = (position: Position, ageSeconds?: number) => ({
  rendered: new RenderedFlagSet({ environmentId: 'env', ...position, body: Buffer.from('[]') }),
  ageSeconds,
});

describe('the minimum position of an answer', () => {
  it('is the position in the answer to a write, or absent', () => {
    expect(minPositionOf({ [MIN_POSITION_HEADER]: 'e-7' })).toEqual(MIN);
    expect(minPositionOf({ [MIN_POSITION_HEADER]: 'a-100, e-7,z-0' })).toEqual(OF_SEVERAL);
    expect(minPositionOf({})).toBeUndefined();
  });

  it.each(['', 'e', '7', '"e-7"', 'e-7-abc', 'e--7', 'E-7', 'e-7, e', 'e-7,', ','])('is not %p', (text) => {
    expect(() => minPositionOf({ [MIN_POSITION_HEADER]: text })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  it('S37 covers up to a hundred environments, as a write returns; longer lists are not parsed', () => {
    const longest = (index: number) => `${String(index).padStart(32, 'e')}-${'9'.repeat(15)}`;
    const positions = (count: number, one = longest) => Array.from({ length: count }, (_, index) => one(index));
    expect(minPositionOf({ [MIN_POSITION_HEADER]: positions(100).join(', ') })).toHaveLength(100);
    for (const many of [positions(101), positions(3_700, () => 'e-1')])
      expect(() => minPositionOf({ [MIN_POSITION_HEADER]: many.join(',') })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      );
  });

  it.each([
    [{ epoch: 'e', revision: 7 }, undefined],
    [{ epoch: 'e', revision: 8 }, undefined],
    [{ epoch: 'e', revision: 7 }, 60],
  ])('is reached by %j, of age %p', (position, age) => {
    for (const min of [MIN, OF_SEVERAL]) expect(() => assertReached(found(position, age), min)).not.toThrow();
  });

  it.each([
    ['an earlier revision', { epoch: 'e', revision: 6 }, undefined, 'position_not_reached', 1],
    ['an earlier one of the last known good answer', { epoch: 'e', revision: 6 }, 60, 'position_not_reached', 1],
    ['another epoch of that: neither is known to be later', { epoch: 'f', revision: 8 }, 60, 'position_not_reached', 1],
    ['another epoch', { epoch: 'f', revision: 8 }, undefined, 'position_unknown', undefined],
  ])('is not reached by %s', (_, position, age, code, retryAfterSeconds) => {
    const refusal = expect.objectContaining({ code, options: retryAfterSeconds ? { retryAfterSeconds } : {} });
    for (const min of [MIN, OF_SEVERAL]) expect(() => assertReached(found(position, age), min)).toThrow(refusal);
  });
});
