import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FallbackFiles } from './fallback-files.js';
import { FallbackStore } from './fallback-store.js';
import { KnownOrigins } from './known-origins.js';
import { maintainFallback } from './maintain-fallback.js';

const origin = (n: number) => `https://shop-${n}.example.com`;
const silent = { debug: () => undefined, warn: () => undefined };
const none = {} as never;

let folder: string;
let files: FallbackFiles;
let store: FallbackStore;

function open(): FallbackFiles {
  files = new FallbackFiles(folder, silent);
  store = new FallbackStore(none, files, none, silent);
  return files;
}

const registered = (...origins: string[]) => {
  for (const one of origins) store.record({ kind: 'origin', origin: one, registered: true });
};
const known = (origins: string[]) => origins.filter((one) => store.knowsOrigin(one));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-fallback-'));
  open();
});
afterEach(async () => {
  await files.flush();
  rmSync(folder, { recursive: true });
});

describe('known origins', () => {
  it('are limited to 20,000, and the least recently named is evicted, also after a restart', async () => {
    const origins = Array.from({ length: 20_001 }, (_, n) => origin(n));
    registered(...origins.slice(0, 20_000), origin(0), origin(20_000));
    expect(origins.filter((one) => !store.knowsOrigin(one))).toEqual([origin(1)]);
    await files.flush();
    open();
    expect(origins.filter((one) => !store.knowsOrigin(one))).toEqual([origin(1)]);
    registered('https://next.example.com');
    expect(known([origin(0), origin(2), origin(3)])).toEqual([origin(0), origin(3)]);
  });

  it('take up to 4 MB on disk for any length of hosts', async () => {
    const long = (n: number) => `https://${'a.'.repeat(1_000)}${n}.example.com`;
    for (let n = 0; n < 4_000; n++) registered(long(n));
    await files.flush();
    expect(statSync(join(folder, 'origins.json')).size).toBeLessThanOrEqual(4_000_001);
    expect(known([long(0), long(3_999)])).toEqual([long(3_999)]);
  });

  it('S129 are written as soon as possible after a failed write', async () => {
    const file = join(folder, 'origins.json');
    let failures = 0;
    const origins = new KnownOrigins(file, silent, () => void failures++, 20);
    mkdirSync(`${file}.new`);
    origins.record(origin(1), true);
    origins.record(origin(1), false);
    origins.record(origin(2), true);
    await eventually(() => expect(failures).toBeGreaterThan(0));
    rmdirSync(`${file}.new`);
    await eventually(() => expect(readFileSync(file, 'utf8')).toBe(JSON.stringify([origin(2)])));
    await origins.flush();
  });

  it('are dropped when the source no longer names them, even without a request', async () => {
    const asked: number[] = [];
    const turn: string[] = [];
    const lookUp = (_: unknown, asks: string | undefined) => {
      if (turn.push(asks ?? '') === 1) void nextTurn().then(() => asked.push(turn.splice(0).length));
      const originRegistered = asks === origin(7);
      return {
        join: () => false,
        result: nextTurn({ version: undefined, keyKind: undefined, originRegistered, asOf: 0 }),
      };
    };
    const source = { lookUp, latest: () => Promise.reject(new Error('no environment is known')) };
    const origins = Array.from({ length: 250 }, (_, n) => origin(n));
    registered(...origins);
    const parts = { store, files, cache: none, shared: none, source, logger: silent, ttlSeconds: 60 };
    await maintainFallback(parts).pruneDeleted();
    expect(known(origins)).toEqual([origin(7)]);
    expect(asked).toEqual([100, 100, 50]);
  });

  it('stay while the source is down', async () => {
    const result = Promise.reject(new Error('down'));
    const source = { lookUp: () => ({ join: () => false, result }), latest: () => Promise.reject(new Error('down')) };
    registered(origin(1));
    const parts = { store, files, cache: none, shared: none, source, logger: silent, ttlSeconds: 60 };
    await maintainFallback(parts).pruneDeleted();
    expect(known([origin(1)])).toEqual([origin(1)]);
  });
});
