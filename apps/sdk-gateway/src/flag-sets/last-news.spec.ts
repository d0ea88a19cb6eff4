import { type FlagSet, flagSetBody, type ServedFlag } from '@burgee/contracts';
import { describe, expect, it } from '@jest/globals';
import { bringForward, type HeardChange } from './last-news.js';

const flag = (is_enabled: boolean): ServedFlag => ({
  flag_id: 'f',
  key: 'f',
  name: 'f',
  type: 'boolean',
  is_enabled,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
});

const SET: FlagSet = { environmentId: 'env', epoch: 'e', revision: 5, body: flagSetBody([flag(false)]) };
const heard = (revision: number, is_enabled: boolean, epoch = 'e'): HeardChange => ({
  environmentId: 'env',
  epoch,
  revision,
  change: { kind: 'flag_updated', data: flag(is_enabled) },
});

describe('what was heard of since', () => {
  it('brings a set forward, in order and however often it was heard', () => {
    const newest = bringForward(SET, [heard(7, false), heard(6, true), heard(6, true), heard(4, true)]);
    expect(newest).toEqual({ ...SET, revision: 7, body: flagSetBody([flag(false)]) });
  });

  it.each([
    ['nothing', []],
    ['only what is known', [heard(5, true), heard(3, true)]],
    ['something after a gap', [heard(7, true)]],
    ['something of another epoch', [heard(6, true, 'other')]],
  ])('%s leaves it as it is', (_what, changes) => expect(bringForward(SET, changes)).toBe(SET));
});
