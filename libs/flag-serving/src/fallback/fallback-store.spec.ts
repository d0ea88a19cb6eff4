import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FlagSet,
  flagSetBody,
  type FlagSetVersion,
  type KeyNote,
  LIVE_KEYS_AT_MOST,
} from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FlagSetCache } from '../flag-set/flag-set-cache.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { createServingAdmission } from '../source/admission.js';
import { FallbackFiles } from './fallback-files.js';
import { FallbackStore } from './fallback-store.js';
import { maintainFallback } from './maintain-fallback.js';
import type { SharedFallback } from './known-flag-sets.js';

const ENV = '0190a000-0000-7000-8000-000000000001';
const set = (revision: number): FlagSet => ({ environmentId: ENV, epoch: 'e', revision, body: flagSetBody([]) });
const version = (revision: number): FlagSetVersion => ({ environmentId: ENV, epoch: 'e', revision });
const silent = { debug: () => undefined };
const ADMISSION = createServingAdmission((environmentId) => [environmentId]);

/** The store that all replicas share. */
class FakeShared implements SharedFallback {
  readonly notes = new Map<string, KeyNote>();
  set: FlagSet | undefined;
  get = async () => this.set;
  latest = async () => undefined;
  refresh = async () => undefined;
  putKeyNote = async (key: string, note: KeyNote) => void this.notes.set(key, note);
  keyNote = async (key: string) => this.notes.get(key);
  deleteKeyNote = async (key: string) => void this.notes.delete(key);
}

let folder: string;
let shared: FakeShared;
let files: FallbackFiles;
let cache: FlagSetCache;
let store: FallbackStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-fallback-'));
  shared = new FakeShared();
  files = new FallbackFiles(folder, { warn: () => undefined });
  const source = {
    load: async ({ revision }: FlagSetVersion) => ({ set: set(revision), asOf: performance.now() }),
    reportRegression: async () => false,
  };
  cache = new FlagSetCache(source, files, 1_000_000, { cacheHit: () => undefined }, ADMISSION);
  store = new FallbackStore(cache, files, shared, silent);
});
afterEach(async () => {
  await files.flush();
  rmSync(folder, { recursive: true });
});

/** Makes the source accept the key at this revision, and serves it. */
async function serve(keyHash: string, revision: number): Promise<void> {
  const rendered = await cache.get(version(revision));
  store.record({ kind: 'served', keyHash, rendered, asOf: performance.now() });
}

/** Makes the source confirm the environment at this revision, with these keys. */
const confirm = (revision: number, ...keys: string[]) =>
  store.record({ kind: 'current', version: version(revision), keyHashes: new Set(keys), asOf: performance.now() });

const known = () => store.environments.get(ENV)!;

function newGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('the fallback store', () => {
  it('refuses a refused key despite notes of other replicas, until the source accepts it again', async () => {
    await serve('other', 1);
    const note: KeyNote = { v: 1, environment_id: ENV, epoch: 'e', revision: 1, checked_at: Date.now() };
    await shared.putKeyNote('rotated', note);
    store.record({ kind: 'key-refused', keyHash: 'rotated' });
    expect(shared.notes.has('rotated')).toBe(false);
    // A replica that does not know yet writes its note again.
    await shared.putKeyNote('rotated', note);
    shared.set = set(1);
    expect(await store.versionFor('rotated')).toBeUndefined();
    await serve('rotated', 1);
    expect(await store.versionFor('rotated')).toEqual(version(1));
  });

  it('serves a key that it has never seen by the note of another replica', async () => {
    shared.set = set(4);
    await shared.putKeyNote('k', {
      v: 1,
      environment_id: ENV,
      epoch: 'e',
      revision: 4,
      checked_at: Date.now() - 60_000,
    });
    expect(await store.versionFor('k')).toMatchObject(version(4));
    expect(await store.answerFor(ENV)).toMatchObject({ rendered: { set: set(4) }, ageSeconds: expect.closeTo(60, -1) });
  });

  it('keeps the later of two answers that overtook each other, and the keys of both', async () => {
    await serve('one', 5);
    await serve('one', 4);
    expect(await store.versionFor('one')).toEqual(version(5));
    await serve('two', 4);
    expect([await store.versionFor('one'), await store.versionFor('two')]).toEqual([version(5), version(5)]);
    await files.flush();
    expect(files.versionOf(ENV)).toEqual(version(5));
    expect(files.labels()[0]?.keyHashes.toSorted()).toEqual(['one', 'two']);
  });

  it('keeps the file when a key is rotated while it is being written', async () => {
    await serve('old', 1);
    await eventually(() => expect(files.has(set(1))).toBe(true));
    store.record({ kind: 'key-refused', keyHash: 'old' });
    await serve('new', 1);
    await files.flush();
    expect([files.has(set(1)), await files.read(ENV)]).toEqual([true, set(1)]);
  });

  it.each([
    ['read', () => serve('one', 5)],
    ['confirmed', () => confirm(5, 'one')],
  ])('S121 stores again what found no room to wait for its file, as soon as it is %s', async (_, use) => {
    const gate = newGate();
    files = new FallbackFiles(
      folder,
      { warn: () => undefined },
      {
        waitingBytesAtMost: flagSetBody([]).length,
        limit: async (write) => {
          await gate.opened;
          return write();
        },
      },
    );
    store = new FallbackStore(cache, files, shared, silent);
    await serve('one', 5);
    files.store({ set: { ...set(5), environmentId: 'another', body: Buffer.from('0') }, keyHashes: [], checkedAt: 1 });
    expect([files.has(version(5)), files.lost.has(ENV)]).toEqual([false, true]);
    gate.open();
    await eventually(() => expect(files.versionOf('another')).toBeDefined());
    await use();
    await files.flush();
    expect([files.has(version(5)), files.lost.has(ENV)]).toEqual([true, false]);
  });

  it('is confirmed by reconciliation, and loads the flag sets it does not have', async () => {
    await serve('one', 5);
    const before = known().checkedAt;
    confirm(5, 'one');
    expect(known().checkedAt).toBeGreaterThan(before);
    confirm(6, 'one');
    await eventually(() => expect(known().version).toEqual(version(6)));
    confirm(6, 'two');
    await eventually(() => expect([...known().keys.keys()]).toEqual(['one', 'two']));
  });

  it('takes a flag set that is neither in memory nor in a file from the shared cache', async () => {
    await serve('one', 5);
    await files.flush();
    await files.remove(ENV);
    cache.delete(ENV);
    expect(await store.answerFor(ENV)).toBeUndefined();
    shared.set = set(5);
    expect((await store.answerFor(ENV))?.rendered.set).toEqual(set(5));
  });

  it('applies reported changes to the flag sets it serves', async () => {
    await serve('one', 5);
    const change = { kind: 'flag_deleted' as const, data: { flag_id: 'f', key: 'f' } };
    store.record({ kind: 'change', change: { ...version(6), change } });
    expect(known().latestRevision).toBe(6);
    expect((await store.answerFor(ENV))?.rendered.set.revision).toBe(6);
  });

  it('writes nothing of unknown clients into the file of an environment, and origins once', async () => {
    await serve('one', 5);
    await eventually(() => expect(files.has(set(5))).toBe(true));
    const { size } = statSync(join(folder, `${ENV}.v1`));
    const origins = Array.from({ length: 3_000 }, (_, i) => `https://stranger-${i}.example.com`);
    for (const origin of origins) store.record({ kind: 'origin', origin, registered: true });
    await serve('two', 6);
    await files.flush();
    expect(statSync(join(folder, `${ENV}.v1`)).size).toBeLessThan(size + 100);
    expect(readdirSync(folder).toSorted()).toEqual([`${ENV}.v1`, 'origins.json']);
    const stored = readFileSync(join(folder, 'origins.json'), 'utf8');
    expect(JSON.parse(stored)).toEqual(origins);
    expect(statSync(join(folder, 'origins.json')).mode & 0o777).toBe(0o600);
  });

  it('starts from the files of an earlier process', async () => {
    await serve('one', 5);
    store.record({ kind: 'origin', origin: 'https://shop.example.com', registered: true });
    await serve('two', 5);
    await files.flush();
    const next = new FallbackStore(cache, new FallbackFiles(folder, { warn: () => undefined }), shared, silent);
    expect(await next.versionFor('two')).toEqual(version(5));
    expect(next.knowsOrigin('https://shop.example.com')).toBe(true);
  });

  it('bounds the keys per environment to a live one and its successors, in memory and on disk', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `key-${n}`);
    const kept = keys.slice(2 * (1 - 2 * LIVE_KEYS_AT_MOST));
    for (const key of keys) await serve(key, 5);
    expect([...known().keys.keys()]).toEqual(kept);
    expect(await store.versionFor('key-39')).toEqual(version(5));
    expect(await store.versionFor('key-0')).toBeUndefined();
    await files.flush();
    expect(files.labels()[0]?.keyHashes).toEqual(kept);
  });

  it('never drops a live key for later ones, since five new keys end it', async () => {
    const before = ['old-1', 'old-2', 'old-3', 'old-4'];
    const after = ['new-1', 'new-2', 'new-3', 'new-4'];
    for (const key of [...before, 'kept', ...before, ...after]) await serve(key, 5);
    expect(known().keys.has('kept')).toBe(true);
  });

  it('S129 leaves no file that names a refused key, even when writes fail', async () => {
    for (const key of ['refused', 'works']) await serve(key, 5);
    const file = join(folder, `${ENV}.v1`);
    await eventually(() => expect(files.labels()[0]?.keyHashes).toEqual(['refused', 'works']));
    mkdirSync(`${file}.new`);
    store.record({ kind: 'key-refused', keyHash: 'refused' });
    await eventually(() => expect(existsSync(file)).toBe(false));
    rmdirSync(`${file}.new`);
    await serve('works', 5);
    await eventually(() => expect(files.labels()[0]?.keyHashes).toEqual(['works']));
  });

  it('forgets keys that the source no longer accepts, even if they are not presented again', async () => {
    for (const key of ['ended', 'works']) await serve(key, 5);
    const latest = async (ids: readonly string[], keys: readonly string[]) => ({
      versions: ids.map(() => version(5)),
      liveKeys: new Set(keys.filter((key) => key === 'works')),
      asOf: performance.now(),
    });
    const source = { latest, lookUp: () => Promise.reject(new Error('no origin is known')) as never };
    await maintainFallback({ store, files, cache, shared, source, logger: silent, ttlSeconds: 60 }).pruneDeleted();
    expect([...known().keys.keys()]).toEqual(['works']);
    expect([await store.versionFor('ended'), shared.notes.has('ended')]).toEqual([undefined, false]);
    await eventually(() => expect(files.labels()[0]?.keyHashes).toEqual(['works']));
  });

  describe('on disk', () => {
    const IDS = ['a', 'b', 'c'].map((last) => `0190a000-0000-7000-8000-00000000000${last}`);
    const fileOf = (id: string) => join(folder, `${id}.v1`);
    /** To ten seconds, because a busy machine may stand still for one. */
    const secondsSince = (at: number) => Math.round((Date.now() - at) / 10_000) * 10;
    let maintenance: ReturnType<typeof maintainFallback>;

    /** Each was current that many seconds ago. */
    function serveAll(secondsAgo: number, ids: readonly string[]): void {
      const asOf = performance.now() - secondsAgo * 1_000;
      for (const environmentId of ids) {
        const rendered = new RenderedFlagSet({ ...set(5), environmentId });
        store.record({ kind: 'served', keyHash: environmentId, rendered, asOf });
      }
    }
    /** Starts the next process on the same folder. */
    function start(): void {
      files = new FallbackFiles(folder, { warn: () => undefined });
      store = new FallbackStore(cache, files, shared, silent);
      const source = { latest: () => Promise.reject(new Error('gone')), lookUp: () => ({}) as never };
      maintenance = maintainFallback({ store, files, cache, shared, source, logger: silent, ttlSeconds: 60 });
    }
    const confirmFiles = () => maintenance.jobs[0]!.job();
    /** The age that the next process assumes for each, and the age of its own file, in seconds. */
    const ages = () =>
      new FallbackFiles(folder, { warn: () => undefined })
        .labels()
        .toSorted((a, b) => (a.version.environmentId < b.version.environmentId ? -1 : 1))
        .map(({ version: { environmentId }, checkedAt }) => [
          secondsSince(checkedAt),
          secondsSince(statSync(fileOf(environmentId)).mtimeMs),
        ]);

    beforeEach(async () => {
      serveAll(90, IDS);
      await files.flush();
      const past = Date.now() / 1_000 - 90;
      for (const id of IDS) utimesSync(fileOf(id), past, past);
      start();
    });

    it('confirms environments together through one file', async () => {
      serveAll(60, IDS);
      await confirmFiles();
      expect(ages()).toEqual([
        [60, 90],
        [60, 90],
        [60, 90],
      ]);
      serveAll(30, IDS);
      await confirmFiles();
      expect(ages()).toEqual([
        [30, 90],
        [30, 90],
        [30, 90],
      ]);
    });

    it('an environment that leaves the joint confirmation keeps its own time', async () => {
      serveAll(60, IDS);
      await confirmFiles();
      serveAll(30, IDS.slice(1));
      await confirmFiles();
      expect(ages()).toEqual([
        [60, 60],
        [30, 90],
        [30, 90],
      ]);
    });

    it('an environment confirmed later than the others is confirmed individually', async () => {
      serveAll(60, IDS.slice(1));
      serveAll(30, IDS.slice(0, 1));
      await confirmFiles();
      expect(ages()).toEqual([
        [30, 30],
        [60, 90],
        [60, 90],
      ]);
    });

    it('confirms each individually at the end, for an earlier version that starts next', async () => {
      serveAll(60, IDS);
      await confirmFiles();
      await maintenance.finish();
      expect(ages()).toEqual([
        [60, 60],
        [60, 60],
        [60, 60],
      ]);
    });

    it.each(['{', '{}', ''])('a list that contains %j is ignored and rewritten', async (text) => {
      serveAll(60, IDS);
      await confirmFiles();
      writeFileSync(join(folder, 'confirmed.json'), text);
      expect(ages()).toEqual([
        [90, 90],
        [90, 90],
        [90, 90],
      ]);
      start();
      serveAll(30, IDS);
      await confirmFiles();
      expect(ages().map(([age]) => age)).toEqual([30, 30, 30]);
    });
  });

  describe('when a key of an environment was rotated away', () => {
    const OTHER = '0190a000-0000-7000-8000-000000000002';
    let asked: (readonly string[])[] = [];
    let answers = true;

    function maintained() {
      asked = [];
      answers = true;
      const latest = async (ids: readonly string[], keys: readonly string[]) => {
        asked.push(ids);
        if (!answers) throw new Error('gone');
        const liveKeys = new Set(keys.filter((key) => key !== 'rotated'));
        return { versions: ids.map(() => version(5)), liveKeys, asOf: performance.now() };
      };
      const source = { latest, lookUp: () => Promise.reject(new Error('no origin is known')) as never };
      return maintainFallback({ store, files, cache, shared, source, logger: silent, ttlSeconds: 60 });
    }

    it('S58 forgets that key at once, even without a stream or a request', async () => {
      for (const key of ['rotated', 'works']) await serve(key, 5);
      const { keysChanged } = maintained();
      keysChanged(ENV);
      await eventually(() => expect([...known().keys.keys()]).toEqual(['works']));
      expect(await store.versionFor('rotated')).toBeUndefined();
      expect(shared.notes.has('rotated')).toBe(false);
      expect(asked).toEqual([[ENV]]);
    });

    it('S58 forgets it as soon as the source answers again', async () => {
      for (const key of ['rotated', 'works']) await serve(key, 5);
      const { keysChanged, checkChangedKeys } = maintained();
      answers = false;
      keysChanged(ENV);
      await checkChangedKeys();
      expect(known().keys.has('rotated')).toBe(true);
      answers = true;
      await checkChangedKeys();
      expect([...known().keys.keys()]).toEqual(['works']);
    });

    it('does not query for environments it has never served, or for any after the second check', async () => {
      await serve('works', 5);
      const { keysChanged, checkChangedKeys } = maintained();
      keysChanged(OTHER);
      await checkChangedKeys();
      expect(asked).toEqual([]);
      keysChanged(ENV);
      for (let tick = 0; tick < 4; tick++) await checkChangedKeys();
      expect(asked).toEqual([[ENV], [ENV]]);
    });

    it('S58 a late answer from before the revocation does not bring it back', async () => {
      await serve('works', 5);
      const asOf = performance.now();
      const rendered = await cache.get(version(5));
      store.record({ kind: 'key-refused', keyHash: 'rotated' });
      store.record({ kind: 'served', keyHash: 'rotated', rendered, asOf });
      expect(await store.versionFor('rotated')).toBeUndefined();
      expect([...known().keys.keys()]).toEqual(['works']);
    });
  });
});
