import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FlagSetVersion } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Observation } from '../fallback/fallback-memory.js';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSource } from '../source/flag-source.js';
import { type ServingAdmission, createServingAdmission } from '../source/admission.js';
import { FLAG_AND_ACCESS_EVENTS, FLAG_EVENTS, type Frame } from './stream-events.js';
import { StreamRegistry } from './stream-registry.js';
import type { Subscriber } from './subscriber.js';

const VERSION = { environmentId: 'env', epoch: 'e', revision: 5 };
const OTHER = { ...VERSION, environmentId: 'other' };

const changeOf = (environment_id: string, bytes: number) => ({
  environment_id,
  epoch: 'e',
  revision: VERSION.revision + 1,
  kind: 'flag_deleted' as const,
  data: { flag_id: 'f', key: 'k'.repeat(bytes) },
  occurred_at: new Date(),
  traceparent: null,
});

/** A source whose latest version and live keys a test sets. */
class FakeSource {
  version: FlagSetVersion = VERSION;
  liveKeys = new Set(['live']);
  gone = new Set<string>();
  down = false;
  accessTag = 'first';
  /** A test holds comparisons of access with this promise. */
  comparing = Promise.resolve();
  queries = 0;
  probes = 0;
  regressions: FlagSetVersion[] = [];

  async latest(_asked: readonly string[] = []) {
    this.queries++;
    await nextTurn();
    if (this.down) throw new Error('gone');
    return { versions: [this.version], liveKeys: this.liveKeys, asOf: 1 };
  }

  async compare(known: readonly FlagSetVersion[], keyHashes: readonly string[]) {
    const { versions, liveKeys, asOf } = await this.latest(known.map(({ environmentId }) => environmentId));
    const changed = versions.filter((now) => !known.some((before) => isDeepStrictEqual(before, now)));
    const endedKeys = new Set(keyHashes.filter((keyHash) => !liveKeys.has(keyHash)));
    return { changed, gone: this.gone, endedKeys, asOf };
  }

  async compareAccess(tags: ReadonlyMap<string, string>) {
    await this.comparing;
    return new Map([...tags].filter(([, tag]) => tag !== this.accessTag).map(([id]) => [id, this.accessTag]));
  }

  /** Every environment is in this epoch from now on. */
  beginEpoch(epoch: string) {
    this.latest = async (asked = []) => ({
      versions: asked.map((environmentId) => ({ ...VERSION, environmentId, epoch })),
      liveKeys: this.liveKeys,
      asOf: 1,
    });
  }

  /** Size in bytes of the one change of each environment. */
  changed = new Map<string, number>();

  async changesAfter(environmentId: string, after: number) {
    const bytes = after === VERSION.revision ? this.changed.get(environmentId) : undefined;
    return { rows: bytes === undefined ? [] : [changeOf(environmentId, bytes)], asOf: 1 };
  }

  lookUp() {
    this.probes++;
    return { result: Promise.reject(new Error('gone')), join: () => false };
  }

  async reportRegression(known: FlagSetVersion) {
    this.regressions.push(known);
    return false;
  }
}

let source: FakeSource;
let recorded: Observation[];
let registry: StreamRegistry;
let admission: ServingAdmission;
let opened: number;
let load: (rendered: RenderedFlagSet) => RenderedFlagSet | Promise<RenderedFlagSet>;

beforeEach(() => {
  source = new FakeSource();
  recorded = [];
  admission = createServingAdmission((environmentId) => [environmentId]);
  opened = 0;
  load = (rendered) => rendered;
  const metrics = { streamOpened: () => opened++, streamClosed: () => opened--, commitToFlush: () => undefined };
  const fallback = { record: (observation: Observation) => void recorded.push(observation) };
  const get = (version: FlagSetVersion) => load(new RenderedFlagSet({ ...version, body: Buffer.from('[]') }));
  const cache: Pick<FlagSetCache, 'get'> = { get };
  registry = new StreamRegistry(source as unknown as FlagSource, cache, fallback, metrics, admission, {
    logger: { debug: () => undefined },
    eventBytesAtMost: 1_000_000,
  });
});

function join(keyHash: string, version: FlagSetVersion = VERSION, format = FLAG_EVENTS) {
  const written: string[] = [];
  const stream = {
    keyHash,
    format,
    sent: 5,
    catchingUp: false,
    writable: true,
    flushed: true,
    stopped: false,
    ended: false,
    stop: () => true,
    end: () => {},
    written,
    write: ({ plain }: Frame) => void written.push(`${plain}`),
  };
  stream.stop = () => !stream.stopped && (stream.stopped = true);
  stream.end = () => void (stream.ended = true);
  const channel = registry.join(stream as unknown as Subscriber, version);
  return Object.assign(stream, { channel });
}

describe('reconciling with the source', () => {
  it('ends the streams of keys that open nothing any more, and only those', async () => {
    const [live, revoked] = [join('live'), join('revoked')];
    await registry.reconcile();
    expect([live.ended, revoked.ended]).toEqual([false, true]);
    expect(recorded).toEqual([
      { kind: 'key-refused', keyHash: 'revoked' },
      { kind: 'current', version: VERSION, keyHashes: new Set(['live']), asOf: 1 },
    ]);
  });

  it('skips the source while no stream is open, and runs once more when called during a run', async () => {
    await registry.reconcile();
    expect(source.queries).toBe(0);
    join('live');
    await Promise.all([registry.reconcile(), registry.reconcile(), registry.reconcile()]);
    expect(source.queries).toBe(2);
  });

  it('S63 compares only the environment whose keys changed, and none without streams', async () => {
    const asked: [string[], string[]][] = [];
    const { compare } = source;
    source.compare = (known, keyHashes) => {
      asked.push([known.map(({ environmentId }) => environmentId), [...keyHashes]]);
      return compare.call(source, known, keyHashes);
    };
    const mine = join('mine');
    const [theirs, edge] = [join('revoked', OTHER), join('live', OTHER, FLAG_AND_ACCESS_EVENTS)];
    await registry.reconcile('other');
    expect([mine.ended, theirs.ended]).toEqual([false, true]);
    // A busy machine takes the next slice of the loop.
    await eventually(() => expect(edge.written).toHaveLength(1));
    await registry.reconcile('without-streams');
    expect(asked.splice(0)).toEqual([[['other'], ['revoked', 'live']]]);
    await Promise.all([registry.reconcile('other'), registry.reconcile('other'), registry.reconcile('env')]);
    expect(asked.map(([known]) => known)).toEqual([['other'], ['other', 'env']]);
    await registry.reconcile();
    expect([mine.ended, asked.at(-1)?.[0]]).toEqual([true, ['env', 'other']]);
  });

  it('S111 stops sending to streams at once, and ends them one by one in slices', async () => {
    const steps: Iterator<unknown>[] = [];
    admission.scheduler.runInSlices = async (_flow, _level, one) => void steps.push(one) as never;
    const streams = [join('revoked'), join('live'), join('revoked')];
    for (let n = 0; n < 2; n++) await registry.reconcile();
    expect(streams.map(({ stopped }) => stopped)).toEqual([true, false, true]);
    expect([steps.length, streams.map(({ ended }) => ended)]).toEqual([1, [false, false, false]]);
    steps[0]!.next();
    expect(streams.map(({ ended }) => ended)).toEqual([true, false, false]);
    while (!steps[0]!.next().done);
    expect(streams.map(({ ended }) => ended)).toEqual([true, false, true]);
  });

  it('confirms nothing of an environment that is gone', async () => {
    join('live');
    source.gone = new Set(['env']);
    await registry.reconcile();
    expect(recorded).toEqual([]);
  });

  it('reports nothing of a channel that went on while the source was asked', async () => {
    join('live');
    const reconciling = registry.reconcile();
    join('live').channel.revision = 6;
    await reconciling;
    expect([source.regressions, recorded]).toEqual([[], []]);
  });

  it('reports a revision that goes back', async () => {
    join('live');
    source.version = { ...VERSION, revision: 3 };
    await registry.reconcile();
    expect(source.regressions).toEqual([VERSION]);
  });

  it('loads all flag sets when a new epoch begins, and knows none before it is loaded', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `env-${index}`);
    for (const environmentId of ids) join('live', { ...VERSION, environmentId });
    source.beginEpoch('f');
    const loaded: string[] = [];
    load = async (rendered) => {
      await nextTurn();
      loaded.push(rendered.set.environmentId);
      return rendered;
    };
    await registry.reconcile();
    expect(recorded).toEqual([]);
    await eventually(() => expect(loaded.toSorted()).toEqual(ids.toSorted()));
  });

  it('finds out whether the source is gone when it fails', async () => {
    join('live');
    source.down = true;
    await registry.reconcile();
    expect(source.probes).toBe(1);
  });
});

describe('keys and origins of an environment', () => {
  const ACCESS_EVENT = 'event: access\ndata: {}\n\n';
  const follow = () => join('live', VERSION, FLAG_AND_ACCESS_EVENTS);

  it('that change without a notification are sent only to streams that ask for them', async () => {
    const [edge, other] = [follow(), join('live')];
    // Changes between the opening of the stream and this run are not known yet.
    await registry.reconcile();
    expect(edge.written).toEqual([ACCESS_EVENT]);
    await registry.reconcile();
    expect(edge.written).toHaveLength(1);
    source.accessTag = 'second';
    await registry.reconcile();
    await registry.reconcile();
    expect([edge.written, other.written]).toEqual([[ACCESS_EVENT, ACCESS_EVENT], []]);
  });

  it('that change are sent later to a stream whose socket is blocked, and only once to others', async () => {
    const [slow, edge] = [follow(), follow()];
    await registry.reconcile();
    slow.writable = false;
    source.accessTag = 'second';
    await registry.reconcile();
    expect([slow.written.length, edge.written.length]).toEqual([1, 2]);
    slow.writable = true;
    await registry.reconcile();
    expect([slow.written.length, edge.written.length]).toEqual([2, 2]);
  });

  it('S111 are sent to one stream per step, and a change during the loop is sent once', async () => {
    const steps: Iterator<unknown>[] = [];
    admission.scheduler.runInSlices = async (_flow, _level, one) => void steps.push(one) as never;
    const streams = [follow(), follow(), follow()];
    const counts = () => streams.map(({ written }) => written.length);
    await registry.reconcile();
    expect(counts()).toEqual([0, 0, 0]);
    steps[0]!.next();
    expect(counts()).toEqual([1, 0, 0]);
    for (const tag of ['second', 'third', 'fourth']) {
      source.accessTag = tag;
      await registry.reconcile();
    }
    expect(steps).toHaveLength(1);
    while (!steps[0]!.next().done);
    expect(counts()).toEqual([2, 1, 1]);
    source.accessTag = 'fifth';
    await registry.reconcile();
    while (!steps[1]!.next().done);
    expect(counts()).toEqual([3, 2, 2]);
  });

  it('S131 are compared in parallel with flags, which do not wait for them', async () => {
    let answer = () => undefined as void;
    source.comparing = new Promise((resolve) => (answer = resolve));
    const [edge, revoked] = [follow(), join('revoked')];
    const first = registry.reconcile();
    await eventually(() => expect(revoked.ended).toBe(true));
    const late = join('late');
    const second = registry.reconcile();
    await eventually(() => expect(late.ended).toBe(true));
    expect(edge.written).toEqual([]);
    answer();
    await Promise.all([first, second]);
    expect(edge.written).toEqual([ACCESS_EVENT]);
  });

  it('are sent to a stream only for changes after it opened', async () => {
    follow();
    await registry.reconcile();
    const late = follow();
    await registry.reconcile();
    expect(late.written).toEqual([]);
    source.accessTag = 'second';
    await registry.reconcile();
    expect(late.written).toEqual([ACCESS_EVENT]);
  });
});

describe('a source that does not answer', () => {
  const ACCESS_EVENT = 'event: access\ndata: {}\n\n';

  it('makes followers of access read once when it fails, and once when it recovers', async () => {
    const [edge, other] = [join('live', VERSION, FLAG_AND_ACCESS_EVENTS), join('live')];
    await registry.reconcile();
    source.down = true;
    await registry.reconcile();
    await registry.reconcile();
    expect(edge.written).toEqual([ACCESS_EVENT, ACCESS_EVENT]);
    source.down = false;
    await registry.reconcile();
    await registry.reconcile();
    expect([edge.written, other.written]).toEqual([[ACCESS_EVENT, ACCESS_EVENT, ACCESS_EVENT], []]);
  });
});

describe('the first access event', () => {
  it('follows the missed events, at once or later', async () => {
    const [edge, slow] = [join('live', VERSION, FLAG_AND_ACCESS_EVENTS), join('live', VERSION, FLAG_AND_ACCESS_EVENTS)];
    await registry.reconcile();
    edge.written.splice(0);
    slow.written.splice(0);
    slow.catchingUp = true;
    for (const stream of [edge, slow]) registry.sendAccess(stream as unknown as Subscriber);
    expect([edge.written.length, slow.written.length]).toEqual([1, 0]);
    slow.catchingUp = false;
    await registry.reconcile();
    expect([edge.written.length, slow.written.length]).toEqual([1, 1]);
  });
});

describe('recent events', () => {
  it('S127 of all environments share one memory, and leave it when the last stream closes', async () => {
    source.changed.set('other', 150_000).set('env', 200_000);
    const [other, stream] = [join('live', OTHER), join('live')];
    for (const one of [other, stream]) one.catchingUp = true;
    registry.notify('other');
    await eventually(() => expect(other.channel.recentAfter(5)).toHaveLength(1));
    registry.leave(other as unknown as Subscriber, 'other');
    registry.notify('env');
    await eventually(() => expect(stream.channel.recentAfter(5)).toHaveLength(1));
    const again = join('live', OTHER);
    again.catchingUp = true;
    registry.notify('other');
    await eventually(() => expect(again.channel.recentAfter(5)).toHaveLength(1));
    expect(stream.channel.recentAfter(5)).toBeUndefined();
  });
});

describe('counting streams', () => {
  it('returns the counts that changed since the last call, and all of them on request', () => {
    const stream = join('live');
    expect(registry.counts(false)).toEqual([{ environment_id: 'env', epoch: 'e', revision: 5, open: 1, sent: 1 }]);
    expect(registry.counts(false)).toEqual([]);
    expect(registry.counts(true)).toHaveLength(1);
    registry.leave(stream as unknown as Subscriber, 'env');
    expect(opened).toBe(0);
    expect(registry.counts(false)).toMatchObject([{ open: 0 }]);
  });
});
