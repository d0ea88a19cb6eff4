import { setImmediate as nextTick } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SharedLoads } from './shared-loads.js';

const AT = { epoch: 'e', revision: 1 };

describe('loads that streams share', () => {
  let loads: SharedLoads;
  let loaded: number;
  beforeEach(() => {
    loads = new SharedLoads();
    loaded = 0;
  });

  const load = async () => {
    await nextTick();
    return ++loaded;
  };

  it('are one for all who need the same at the same position, until it has ended', async () => {
    expect(await Promise.all([loads.once('w', AT, load), loads.once('w', AT, load)])).toEqual([1, 1]);
    expect(await loads.once('w', AT, load)).toBe(2);
  });

  it('of another position are others', async () => {
    const other = { ...AT, revision: 2 };
    expect(await Promise.all([loads.once('w', AT, load), loads.once('w', other, load)])).toEqual([1, 2]);
  });

  it('fail for all of them', async () => {
    const fail = () => Promise.reject(new Error('gone'));
    for (const one of [loads.once('w', AT, fail), loads.once('w', AT, fail)]) await expect(one).rejects.toThrow('gone');
  });
});
