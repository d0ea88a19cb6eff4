import { createHash } from 'node:crypto';
import { DomainError, type EdgeAccess, mintSdkKey } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { CachedEnvironments } from '../cached/cached-environments.js';
import { Subscriptions } from './subscriptions.js';
import type { Upstream } from './upstream.js';
import { UpstreamError } from './upstream-error.js';

const [HERE, THERE] = [['192.0.2.0/24'], ['198.51.100.0/24']];
const ROOM = { environmentsAtMost: 4, bytesAtMost: 1_000 };

let cached: CachedEnvironments;
let subscriptions: Subscriptions;
/** Open look-ups at the upstream, with their callbacks. */
let asked: { key: string; answer: () => void }[];
let isHeldUp: boolean;
/** Whether the upstream turns out to be this edge. */
let isLoop: boolean;
let ended: string[];
/** The environments whose streams were requested. */
let opening: string[];
const opens = new Map<string, string>();

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const accessOf = (key: string): EdgeAccess => ({
  environment_id: opens.get(key) ?? '',
  origins: [],
  keys: [{ hash: hashOf(key), kind: 'sdk', expires_at: null }],
});
const upstream = {
  url: 'http://upstream',
  handshake: async () => {
    if (isLoop) throw new UpstreamError('loop', 'followed itself');
  },
  access: async (key: string) => {
    if (isLoop) throw new UpstreamError('loop', 'asked itself');
    if (isHeldUp) await new Promise<void>((answer) => asked.push({ key, answer }));
    if (!opens.has(key)) throw new UpstreamError('refused', 'no such key');
    return { access: accessOf(key), ageSeconds: undefined };
  },
  stream: (key: string) => new Promise(() => opening.push(opens.get(key) ?? '')),
} as unknown as Upstream;

function newKey(environmentId: string): string {
  const key = mintSdkKey();
  opens.set(key, environmentId);
  return key;
}
const bring = (environmentId: string, networks = HERE) => subscriptions.bring(newKey(environmentId), networks);
const grow = (environmentId: string, bytes: number) =>
  subscriptions.publish({
    kind: 'flag-set',
    set: { environmentId, epoch: 'e', revision: 1, body: Buffer.alloc(bytes) },
  });

const start = (configured: string[] = [], acceptsKeys = true, room = ROOM) =>
  new Subscriptions(cached, {
    upstream,
    configured,
    acceptsKeys,
    ...room,
    logger: pino({ enabled: false }),
    looped: ({ message }) => ended.push(message),
    publish: (update) => cached.apply(update),
    wanted: () => undefined,
  });

beforeEach(() => {
  cached = new CachedEnvironments();
  [asked, isHeldUp, opening] = [[], false, []];
  [isLoop, ended] = [false, []];
  subscriptions = start();
});
afterEach(() => subscriptions.stop());

it('S72 invented keys of one network do not delay look-ups of another', async () => {
  isHeldUp = true;
  const refusals: unknown[] = [];
  for (let i = 0; i < 400; i++) subscriptions.bring(mintSdkKey(), HERE).catch((error: unknown) => refusals.push(error));
  const key = newKey('person');
  const brought = subscriptions.bring(key, THERE);
  await eventually(() => expect(refusals.length).toBeGreaterThan(100));
  expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'too_many_requests' })));
  asked[0]?.answer();
  await eventually(() => expect(asked.at(-1)?.key).toBe(key));
  asked.at(-1)?.answer();
  expect(await brought).toBe(true);
});

it('S72 a network that uses all memory yields to another until both have the same', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await bring(id);
  subscriptions.used('a');
  await expect(bring('e')).rejects.toThrow(DomainError);
  expect(await bring('person', THERE)).toBe(true);
  expect([...cached.ids()]).toEqual(['a', 'c', 'd', 'person']);
  expect(await bring('other', THERE)).toBe(true);
  expect([...cached.ids()]).toEqual(['a', 'd', 'person', 'other']);
  for (const network of [HERE, THERE]) await expect(bring('more', network)).rejects.toThrow('no room');
});

it('S72 an environment that has grown is evicted, from the network that uses the most', async () => {
  for (const id of ['a', 'b']) await bring(id);
  await bring('person', THERE);
  grow('person', 100);
  grow('a', 500);
  expect(cached.size).toBe(3);
  grow('b', 600);
  expect([...cached.ids()]).toEqual(['b', 'person']);
});

it.each([4, 40])('S120 refusing a newcomer costs the same with %d environments cached', async (environmentsAtMost) => {
  const read: PropertyKey[] = [];
  const all = cached;
  cached = new Proxy(all, {
    get(target, name) {
      read.push(name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  subscriptions = start([], true, { ...ROOM, environmentsAtMost });
  for (let n = 0; n < environmentsAtMost; n++) await bring(`${n}`);
  read.length = 0;
  await expect(bring('more')).rejects.toThrow('no room');
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThan(20);
});

it('S120 a key refused by a full cache is not looked up again at once, except for another network', async () => {
  for (const id of ['a', 'b', 'c', 'd']) await bring(id);
  const access = jest.spyOn(upstream, 'access');
  const key = newKey('more');
  for (let n = 0; n < 3; n++) await expect(subscriptions.bring(key, HERE)).rejects.toThrow('no room');
  expect(access).toHaveBeenCalledTimes(1);
  expect(await subscriptions.bring(key, THERE)).toBe(true);
  access.mockRestore();
});

it('S120 a key that the upstream no longer lists is forgotten when a client presents another', async () => {
  const keys = ['a', 'a', 'other', 'a'].map(newKey);
  for (const key of keys) await subscriptions.bring(key, HERE);
  expect(subscriptions.ring.keyOf('a')).toBe(keys[3]);
  expect(keys.map((key) => subscriptions.ring.refuse(key))).toEqual([undefined, undefined, 'other', 'a']);
});

it('S120 a key that the upstream no longer lists is forgotten with the next access list', async () => {
  const keys = ['a', 'a'].map(newKey);
  const access = { ...accessOf(keys[0] ?? ''), keys: keys.flatMap((key) => accessOf(key).keys) };
  for (const key of keys) {
    await subscriptions.bring(key, HERE);
    subscriptions.ring.opens(keys[0] ?? '', 'a');
  }
  subscriptions.publish({ kind: 'access', access });
  subscriptions.publish({ kind: 'access', access: { ...access, keys: access.keys.slice(1) } });
  expect(keys.map((key) => subscriptions.ring.refuse(key))).toEqual([undefined, 'a']);
});

it('S72 a file environment is followed once a client presents its key, and dropped when that is refused', async () => {
  const [good, revoked] = [newKey('good'), mintSdkKey()];
  cached.apply({ kind: 'access', access: accessOf(good) });
  opens.set(revoked, 'revoked');
  cached.apply({ kind: 'access', access: accessOf(revoked) });
  opens.delete(revoked);
  expect(cached.follows('good')).toBe(false);
  expect(await subscriptions.bring(good, HERE)).toBe(true);
  expect(cached.follows('good')).toBe(true);
  expect([...cached.ids()]).toEqual(['good', 'revoked']);
  expect(await subscriptions.bring(revoked, HERE)).toBe(false);
  expect([...cached.ids()]).toEqual(['good']);
});

it('S72 a file environment outlives a refused key while a configured key may still open it', async () => {
  subscriptions = start([mintSdkKey()]);
  const revoked = newKey('configured');
  cached.apply({ kind: 'access', access: accessOf(revoked) });
  opens.delete(revoked);
  expect(await subscriptions.bring(revoked, HERE)).toBe(false);
  expect([...cached.ids()]).toEqual(['configured']);
});

it('a key is unknown once all configured ones are known, even if a file names it', async () => {
  cached.apply({ kind: 'access', access: accessOf(newKey('in-a-file')) });
  subscriptions = start([newKey('configured')]);
  expect(cached.knowsAllKeys).toBe(false);
  await subscriptions.start();
  expect(cached.knowsAllKeys).toBe(false);
  cached.apply({ kind: 'heard', environmentId: 'configured', at: 1, isCurrent: true });
  expect([cached.knowsAllKeys, [...cached.ids()]]).toEqual([true, ['in-a-file', 'configured']]);
});

it('a file environment without a configured key is dropped, unless clients may present keys', async () => {
  const [revoked, taken] = [newKey('revoked'), newKey('taken')];
  for (const key of [revoked, taken]) cached.apply({ kind: 'access', access: accessOf(key) });
  opens.delete(revoked);
  subscriptions = start([revoked, newKey('configured')], false);
  await subscriptions.start();
  expect([...cached.ids()]).toEqual(['configured']);
});

it('S72 streams that the upstream delays do not block streams of another network', async () => {
  subscriptions = start([], true, { ...ROOM, environmentsAtMost: 100 });
  const slow = Array.from({ length: 40 }, (_, index) => `slow-${index}`);
  for (const id of slow) await bring(id);
  await bring('person', THERE);
  await eventually(() => expect(opening).toContain('person'));
  expect(opening.indexOf('person')).toBeLessThan(slow.length / 2);
});

it('an edge without configured keys that follows itself ends at the start', async () => {
  isLoop = true;
  await subscriptions.start();
  expect(ended).toEqual(['followed itself']);
});

it("an edge ends when a client's key reveals the loop, but not for a forged Via", async () => {
  await subscriptions.start();
  isLoop = true;
  const byEdge = subscriptions.bring(mintSdkKey(), HERE, '1.1 burgee-edge-a');
  await expect(byEdge).rejects.toMatchObject({ fault: 'loop' });
  expect(ended).toEqual([]);
  await expect(subscriptions.bring(mintSdkKey(), HERE, '1.1 proxy')).rejects.toMatchObject({ fault: 'loop' });
  expect(ended).toEqual(['asked itself']);
});
