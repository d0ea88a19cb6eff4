import type { EdgeKey } from '@burgee/contracts/wire';
import { SourceUnavailable } from '@burgee/flag-serving';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CachedEnvironments } from '../cached/cached-environments.js';
import { CachedFallback } from './cached-fallback.js';
import { UpstreamFlagSource } from './upstream-flag-source.js';

const ENV = 'env';
const NOW = Date.now();
const KEY: EdgeKey = { hash: 'mine', kind: 'sdk', expires_at: null };
const OVER: EdgeKey = { hash: 'over', kind: 'client', expires_at: new Date(NOW - 1).toISOString() };

let cached: CachedEnvironments;
let source: UpstreamFlagSource;

const hear = (isCurrent: boolean, at = NOW) => cached.apply({ kind: 'heard', environmentId: ENV, at, isCurrent });
const find = (keyHash: string | undefined, origin?: string) => source.lookUp(keyHash, origin).result;

beforeEach(() => {
  cached = new CachedEnvironments(() => NOW);
  const isRegistered = async (origin: string) => {
    if (origin.endsWith('silent')) throw new Error('the upstream is silent');
    return origin.endsWith('there');
  };
  source = new UpstreamFlagSource(cached, isRegistered, Infinity);
  cached.apply({ kind: 'configured-keys-known' });
  const access = { environment_id: ENV, origins: ['https://here'], keys: [KEY, OVER] };
  cached.apply({ kind: 'access', access });
  cached.apply({ kind: 'flag-set', set: { environmentId: ENV, epoch: 'e', revision: 3, body: Buffer.from('[]') } });
  cached.apply({ kind: 'followed', environmentId: ENV });
  hear(true);
});

describe('a source on the cached state', () => {
  it('returns the environment of a key while the upstream confirms it', async () => {
    expect(await find(KEY.hash)).toMatchObject({
      version: { environmentId: ENV, epoch: 'e', revision: 3 },
      keyKind: 'sdk',
      originRegistered: true,
    });
    hear(false);
    await expect(find(KEY.hash)).rejects.toThrow(SourceUnavailable);
  });

  it('refuses a key that is unknown or past its grace period, unless it may be new', async () => {
    for (const hash of [OVER.hash, 'strange'])
      expect(await find(hash)).toMatchObject({ version: undefined, keyKind: undefined });
    hear(false);
    expect(await find(OVER.hash)).toMatchObject({ version: undefined });
    await expect(find('strange')).rejects.toThrow(SourceUnavailable);
  });

  it('shares one answer within a tick, and answers later calls again', async () => {
    const first = source.lookUp(KEY.hash, undefined);
    expect(first.join()).toBe(true);
    // A joined request must see updates from before the answer.
    cached.apply({ kind: 'flag-set', set: { environmentId: ENV, epoch: 'e', revision: 4, body: Buffer.from('[]') } });
    expect(await first.result).toMatchObject({ version: { revision: 4 } });
    expect(first.join()).toBe(false);
  });

  it('asks the upstream only about origins that no environment here has', async () => {
    const isKnown = async (origin: string) => (await find(undefined, origin)).originRegistered;
    expect([await isKnown('https://here'), await isKnown('https://there'), await isKnown('https://other')]).toEqual([
      true,
      true,
      false,
    ]);
    await expect(find(undefined, 'https://silent')).rejects.toThrow(SourceUnavailable);
  });

  it('changes the tag of a stale access list, so that an edge behind this one notices', async () => {
    const tagOf = async () => (await source.compareAccess(new Map([[ENV, '']]))).get(ENV);
    const current = await tagOf();
    expect((await source.compareAccess(new Map([[ENV, `${current}`]]))).size).toBe(0);
    hear(false);
    expect(await tagOf()).not.toBe(current);
  });
});

describe('a source while the upstream is down', () => {
  const answer = (keyMaxAgeMs: number, now = NOW) =>
    new CachedFallback(cached, { get: (set) => set as never }, keyMaxAgeMs, () => now).versionFor(KEY.hash);
  const endedAt = async (now: number, keyMaxAgeMs: number) => {
    const later = new UpstreamFlagSource(
      cached,
      async () => true,
      keyMaxAgeMs,
      () => now,
    );
    return (await later.compare([], [KEY.hash])).endedKeys;
  };

  it('accepts keys for ever, or up to the configured age', async () => {
    hear(false);
    const later = NOW + 60_000;
    expect(await answer(Infinity, later)).toMatchObject({ revision: 3 });
    expect(await answer(60_000, later)).toMatchObject({ revision: 3 });
    expect(await answer(59_999, later)).toBeUndefined();
  });

  it('keeps streams open while their keys are accepted', async () => {
    const later = NOW + 60_000;
    // The upstream sends heartbeats only every 15 s.
    expect(await endedAt(later, 59_999)).toEqual(new Set());
    hear(false);
    expect(await endedAt(later, Infinity)).toEqual(new Set());
    expect(await endedAt(later, 60_000)).toEqual(new Set());
    expect(await endedAt(later, 59_999)).toEqual(new Set([KEY.hash]));
  });
});
