import { expect, it } from '@jest/globals';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { FallbackFiles } from './fallback-files.js';
import type { KnownEnvironment } from './fallback-memory.js';
import type { FallbackStore } from './fallback-store.js';
import { maintainFallback } from './maintain-fallback.js';
import type { SharedFallback } from './known-flag-sets.js';

const ENVIRONMENTS = 5_000;

const known = (environmentId: string): KnownEnvironment => ({
  version: { environmentId, epoch: 'e', revision: 1 },
  latestRevision: 1,
  keys: new Map(),
  checkedAt: Number(environmentId),
});

it('S73 others have their turn while what is known of very many environments is looked after', async () => {
  const ids = Array.from({ length: ENVIRONMENTS }, (_, index) => String(index));
  const confirmed: string[] = [];
  const { jobs } = maintainFallback({
    store: { environments: new Map(ids.map((id) => [id, known(id)])), origins: [] } as unknown as FallbackStore,
    files: {
      removeOutdated: () => undefined,
      has: () => true,
      confirm: async (id: string) => confirmed.push(id) > 0,
    } as unknown as FallbackFiles,
    cache: { inMemory: () => undefined } as unknown as FlagSetCache,
    shared: {} as SharedFallback,
    source: {
      latest: async (all: string[]) => ({ versions: all.map((environmentId) => ({ environmentId })) }),
    } as never,
    logger: { debug: () => undefined },
    ttlSeconds: 60,
  });
  const [confirmFiles, , refreshShared, pruneDeleted] = jobs;
  for (const { job } of [confirmFiles, refreshShared, pruneDeleted] as typeof jobs) {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await job();
    isOver = true;
    expect(turns).toBeGreaterThan(8);
  }
  expect(confirmed).toEqual(ids);
});
