import { setImmediate as nextTick } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { PastReads } from './past-reads.js';

describe('shared loads of streams', () => {
  let channel: { environmentId: string; epoch: string; revision: number };
  let loaded: number;
  let load: () => Promise<void>;
  let past: PastReads;
  beforeEach(() => {
    channel = { environmentId: 'env', epoch: 'e', revision: 1 };
    loaded = 0;
    load = async () => {
      await nextTick();
      loaded++;
    };
    past = new PastReads(channel, {
      changesAfter: () => Promise.reject(new Error('Not asked.')),
      latestVersion: async () => ({ ...channel }),
      flagSet: (version) => new RenderedFlagSet({ ...version, body: Buffer.from('[]') }),
      load: async (_, read) => {
        await load();
        return read();
      },
    });
  });

  it('serve all streams with the same need and position, until they end', async () => {
    await Promise.all([past.snapshot(), past.snapshot()]);
    expect(loaded).toBe(1);
    await past.snapshot();
    expect(loaded).toBe(2);
  });

  it('are separate for another position', async () => {
    const first = past.snapshot();
    channel.revision = 2;
    await Promise.all([first, past.snapshot()]);
    expect(loaded).toBe(2);
  });

  it('fail for all of them', async () => {
    load = () => Promise.reject(new Error('gone'));
    for (const one of [past.snapshot(), past.snapshot()]) await expect(one).rejects.toThrow('gone');
  });
});
