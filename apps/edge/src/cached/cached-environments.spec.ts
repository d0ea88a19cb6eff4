import type { ChangeRow, EdgeKey } from '@burgee/contracts/wire';
import { aRow } from '@burgee/testing/unit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { CachedEnvironments } from './cached-environments.js';

const [ENV, OTHER] = ['env', 'other'];
const NOW = Date.parse('2026-11-24T12:00:00Z');
const key = (hash: string, expires_at: string | null = null): EdgeKey => ({ hash, kind: 'sdk', expires_at });
const row = (revision: number, epoch = 'e'): ChangeRow => ({
  environment_id: ENV,
  epoch,
  revision,
  occurred_at: new Date(NOW),
  traceparent: null,
  kind: 'flag_updated',
  data: aRow('a', { name: `at ${revision}` }),
});

let cached: CachedEnvironments;
const access = (environment_id: string, keys: EdgeKey[], origins: string[] = []) =>
  cached.apply({ kind: 'access', access: { environment_id, keys, origins } });
const revisions = (after: number) => cached.changesAfter(ENV, after).map(({ revision }) => revision);

beforeEach(() => {
  cached = new CachedEnvironments(() => NOW);
  cached.apply({ kind: 'flag-set', set: { environmentId: ENV, epoch: 'e', revision: 3, body: Buffer.from('[]') } });
});

describe('the cached environments', () => {
  it('include each change in the flags, and return the changes after a revision', () => {
    for (const revision of [4, 5]) cached.apply({ kind: 'change', row: row(revision) });
    const { set } = cached.get(ENV) ?? {};
    expect([set?.revision, JSON.parse(String(set?.body))]).toEqual([5, [aRow('a', { name: 'at 5' })]]);
    expect([revisions(3), revisions(4), revisions(5), revisions(9)]).toEqual([[4, 5], [5], [], []]);
  });

  it.each([
    ['leaves a revision out', row(6)],
    ['is of another epoch', row(5, 'f')],
  ])('takes no change that %s', (_, next) => {
    cached.apply({ kind: 'change', row: row(4) });
    cached.apply({ kind: 'change', row: next });
    expect(cached.get(ENV)?.set?.revision).toBe(4);
  });

  it('return a row that follows nothing where changes are missing, so that a flag set is sent', () => {
    cached.apply({ kind: 'change', row: row(4) });
    for (const after of [0, 2]) expect(cached.changesAfter(ENV, after)).toMatchObject([{ revision: 4, data: {} }]);
    cached.apply({ kind: 'flag-set', set: { environmentId: ENV, epoch: 'f', revision: 5, body: Buffer.from('[]') } });
    expect(cached.changesAfter(ENV, 4)).toMatchObject([{ epoch: 'f', revision: 5, data: {} }]);
  });

  it('S71 bound the text of changes: clients further behind get a flag set', () => {
    const large = 'x'.repeat(20_000);
    const of = (revision: number) =>
      ({ ...row(revision), data: aRow('a', { targeting_return_value: large }) }) as ChangeRow;
    for (let revision = 4; revision < 104; revision++) cached.apply({ kind: 'change', row: of(revision) });
    expect(cached.get(ENV)?.changes.length).toBe(12);
    expect(revisions(95)).toHaveLength(8);
    expect(cached.changesAfter(ENV, 5)).toMatchObject([{ revision: 103, data: {} }]);
    const text = 'x'.repeat(1_000_000);
    cached.apply({
      kind: 'change',
      row: { ...row(104), data: aRow('a', { targeting_return_value: text }) } as ChangeRow,
    });
    expect(revisions(103)).toEqual([104]);
  });

  it('S71 apply changes to the flags on first use, once', () => {
    for (let revision = 4; revision < 504; revision++) cached.apply({ kind: 'change', row: row(revision) });
    expect(cached.bytes).toBeLessThan(1_000);
    const body = cached.get(ENV)?.set?.body;
    expect(JSON.parse(String(body))).toEqual([aRow('a', { name: 'at 503' })]);
    expect(cached.get(ENV)?.set?.body).toBe(body);
  });

  it('S120 know the total size without a pass over all flags', () => {
    let measured = 0;
    const body = (bytes: number) =>
      ({
        get length() {
          measured++;
          return bytes;
        },
      }) as Buffer;
    const put = (environmentId: string, bytes: number) =>
      cached.apply({ kind: 'flag-set', set: { environmentId, epoch: 'e', revision: 1, body: body(bytes) } });
    put(ENV, 100);
    put(OTHER, 50);
    put(OTHER, 70);
    measured = 0;
    expect([cached.bytes, cached.sizeOf(ENV), cached.sizeOf(OTHER)]).toEqual([170, 100, 70]);
    cached.apply({ kind: 'gone', environmentId: ENV });
    expect([cached.bytes, cached.sizeOf(ENV), measured]).toEqual([70, 0, 0]);
  });

  it('accept keys until their grace period ends', () => {
    access(ENV, [key('a'), key('b', '2026-11-24T12:00:01Z'), key('c', '2026-11-24T12:00:00Z')]);
    expect(['a', 'b', 'c', 'd'].map((hash) => cached.ofKey(hash)?.isLive)).toEqual([true, true, false, undefined]);
    expect(cached.accessTo(ENV)?.keys.map(({ hash }) => hash)).toEqual(['a', 'b']);
    access(ENV, [key('b')]);
    expect(cached.ofKey('a')).toBeUndefined();
  });

  it('know an origin while any environment has it', () => {
    access(ENV, [], ['https://a.example', 'https://b.example']);
    access(OTHER, [], ['https://a.example']);
    access(ENV, []);
    expect(['https://a.example', 'https://b.example'].map((one) => cached.hasOrigin(one))).toEqual([true, false]);
    cached.apply({ kind: 'gone', environmentId: OTHER });
    expect([cached.hasOrigin('https://a.example'), cached.get(OTHER)]).toEqual([false, undefined]);
  });

  it('never become older', () => {
    const heard = (at: number) => cached.apply({ kind: 'heard', environmentId: ENV, at, isCurrent: true });
    heard(NOW);
    heard(NOW - 1);
    expect(cached.get(ENV)?.heardAt).toBe(NOW);
  });

  it('are sent to another process as they are, with the last changes', () => {
    access(ENV, [key('a')], ['https://a.example']);
    cached.apply({ kind: 'followed', environmentId: ENV });
    for (const revision of [4, 5]) cached.apply({ kind: 'change', row: row(revision) });
    cached.apply({ kind: 'heard', environmentId: ENV, at: NOW, isCurrent: true });
    cached.apply({ kind: 'configured-keys-known' });
    const other = new CachedEnvironments(() => NOW);
    for (const update of structuredClone([...cached.updates()])) other.apply(update);
    const { set, ...rest } = other.get(ENV) ?? {};
    const { set: own, ...expected } = cached.get(ENV) ?? {};
    expect([rest, Buffer.from(set!.body).equals(own!.body)]).toEqual([expected, true]);
    expect([other.knowsAllKeys, other.hasOrigin('https://a.example')]).toEqual([true, true]);
    expect(other.changesAfter(ENV, 3)).toHaveLength(2);
  });
});
