import type { FlagSetVersion } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import type { ServingAdmission } from '../source/admission.js';
import { FlagSetCache } from './flag-set-cache.js';

/** Each takes 3 × 1,000 + 1,000 bytes. */
const EACH = 4_000;
const set = (environmentId: string, revision = 1) => ({
  environmentId,
  epoch: 'e',
  revision,
  body: Buffer.alloc(1_000, ' '),
});

/** Seats that a test frees. */
function newSeats() {
  const waiting: (() => void)[] = [];
  const run = async (_flow: unknown, _level: unknown, work: () => unknown) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return work();
  };
  const free = async (which = 0) => {
    await new Promise(setImmediate);
    waiting.splice(which, 1)[0]?.();
  };
  const admission: ServingAdmission = { scheduler: { run } as never, flowOf: (id) => [id] };
  return { admission, free };
}

function newCache(maxBytes: number, isStored: (version: FlagSetVersion) => boolean = () => true) {
  const loads: { revision: number; bypassCache: boolean | undefined }[] = [];
  const regressions: number[] = [];
  const source = {
    load: async (version: FlagSetVersion, options?: { bypassCache?: boolean }) => {
      loads.push({ revision: version.revision, bypassCache: options?.bypassCache });
      return { set: set(version.environmentId, version.revision), asOf: 0 };
    },
    reportRegression: async ({ revision }: FlagSetVersion) => regressions.push(revision) > 0,
  };
  let hits = 0;
  const stored = { isEvictable: isStored, versionOf: () => undefined };
  const { admission, free } = newSeats();
  const cache = new FlagSetCache(source, stored, maxBytes, { cacheHit: () => hits++ }, admission);
  return { cache, loads, regressions, hits: () => hits, free };
}

describe('flag sets in memory', () => {
  it('evicts the least recently used sets beyond the limit', () => {
    const { cache } = newCache(3 * EACH);
    for (const id of ['a', 'b', 'c', 'd']) cache.adopt(set(id));
    expect(cache.inMemory('a')).toBeUndefined();
    expect(cache.inMemory('b')).toBeDefined();
    cache.adopt(set('e'));
    expect([cache.inMemory('b') === undefined, cache.inMemory('c') === undefined]).toEqual([false, true]);
    expect(cache.bytes).toBe(3 * EACH);
  });

  it('keeps a set that is stored nowhere else', () => {
    const { cache } = newCache(EACH, ({ environmentId }) => environmentId !== 'only-here');
    for (const id of ['only-here', 'a', 'b', 'c']) cache.adopt(set(id));
    expect(cache.inMemory('only-here')).toBeDefined();
    expect(cache.bytes).toBeLessThanOrEqual(2 * EACH);
  });

  it('a later set replaces an earlier one, and never the other way round', () => {
    const { cache } = newCache(3 * EACH);
    for (const revision of [1, 2, 1]) cache.adopt(set('a', revision));
    expect(cache.inMemory('a')?.set.revision).toBe(2);
    expect(cache.bytes).toBe(EACH);
  });
});

describe('loading', () => {
  it('loads a version once for all concurrent requests, and then serves it from memory', async () => {
    const { cache, loads, hits, free } = newCache(3 * EACH);
    const both = Promise.all([cache.get(set('a')), cache.get(set('a'))]);
    await free();
    const [one, two] = await both;
    expect(one).toBe(two);
    expect(cache.get(set('a'))).toBe(one);
    expect([loads.length, hits()]).toEqual([1, 1]);
  });

  it('a revision that goes back is reported, and its set is loaded past all caches', async () => {
    const { cache, loads, regressions, free } = newCache(3 * EACH);
    cache.adopt(set('a', 5));
    const load = cache.get(set('a', 3));
    await free();
    expect((await load).set.revision).toBe(3);
    expect(regressions).toEqual([5]);
    expect(loads).toEqual([{ revision: 3, bypassCache: true }]);
    expect(cache.inMemory('a')?.set.revision).toBe(5);
  });
});

describe('a flag set that waits for a seat', () => {
  const loaded = ({ loads }: { loads: { revision: number }[] }) => loads.map(({ revision }) => revision);

  it('S53 is not loaded before', async () => {
    const { cache, loads, free } = newCache(1e9);
    cache.adopt(set('a', 1));
    const load = cache.get(set('a', 2));
    await new Promise(setImmediate);
    expect(loads).toEqual([]);
    await free();
    expect((await load).set.revision).toBe(2);
  });

  it('is not loaded when a later one came while it waited', async () => {
    const { cache, free, ...counts } = newCache(1e9);
    cache.adopt(set('a', 1));
    const [earlier, later] = [cache.get(set('a', 2)), cache.get(set('a', 3))];
    await free(1);
    await later;
    await free();
    expect((await earlier).set.revision).toBe(3);
    expect(loaded(counts)).toEqual([3]);
  });

  it('of another epoch never replaces the requested one', async () => {
    const { cache, free, ...counts } = newCache(1e9);
    cache.adopt({ ...set('a', 9), epoch: 'f' });
    const load = cache.get(set('a', 2));
    await free();
    expect((await load).set).toMatchObject({ epoch: 'e', revision: 2 });
    expect(loaded(counts)).toEqual([2]);
  });
});
