import { type FlagSet, flagSetBody } from '@burgee/contracts';
import { aRow } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { bringForward, type HeardChange, LastNews } from './last-news.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

const flag = (is_enabled: boolean) => aRow('f', { is_enabled });

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

describe('what is remembered of it', () => {
  it('is bounded over all environments: those that were heard of last stay', async () => {
    const news = new LastNews({ newest: () => Promise.resolve(undefined) } as never);
    const environments = Array.from({ length: 30 }, (_, number) => `env-${number}`);
    for (const environmentId of environments)
      for (let revision = 1; revision <= 1_000; revision++) news.hear({ ...heard(revision, true), environmentId });
    const reached = environments.map(async (environmentId) => {
      const { set } = await news.newest(new RenderedFlagSet({ ...SET, environmentId, revision: 0 }));
      return set.revision;
    });
    expect(await Promise.all(reached)).toEqual([...Array(10).fill(0), ...Array(20).fill(1_000)]);
  });
});
