import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EdgeAccess } from '@burgee/contracts/wire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Access } from '../authenticate/access.js';
import { SourceUnavailable } from '../source/source-unavailable.js';
import { EdgeAccessHandler } from './edge-access-handler.js';
import { KnownAccess } from './known-access.js';

const VERSION = { environmentId: 'env', epoch: 'e', revision: 1 };
const FRESH: Access = {
  kind: 'fresh',
  keyHash: 'a',
  keyKind: 'sdk',
  version: VERSION,
  asOf: 1,
  allowOrigin: undefined,
};
const STALE: Access = { kind: 'stale', keyHash: 'a', keyKind: 'sdk', version: VERSION, allowOrigin: undefined };
const key = (hash: string, kind: 'sdk' | 'client' = 'sdk') => ({ hash, kind, expires_at: null });
const accessOf = (...keys: EdgeAccess['keys']): EdgeAccess => ({ environment_id: 'env', origins: [], keys });

let granted: Access;
let access: EdgeAccess | undefined;
let available: boolean;
let known: KnownAccess;

const accessTo = async () => {
  if (!available) throw new SourceUnavailable();
  return { access, asOf: performance.now() };
};
const authenticate = () => ({ result: Promise.resolve(granted), join: () => false });
const server = createServer((request, response) =>
  new EdgeAccessHandler({ authenticate }, { accessTo }, known, pino({ enabled: false })).handle(request, response),
);

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
beforeEach(() => {
  [granted, access, available, known] = [FRESH, accessOf(key('a'), key('b', 'client')), true, new KnownAccess()];
});
afterAll(() => void server.close());

async function ask(headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}

describe('the access list of an environment', () => {
  it('is sent with a tag, and not sent again until it changes', async () => {
    const first = await ask();
    expect([first.status, first.body, first.headers.get('burgee-freshness')]).toEqual([200, access, null]);
    const tag = { 'if-none-match': first.headers.get('etag')! };
    expect(await ask(tag)).toMatchObject({ status: 304, body: undefined });
    access = accessOf(key('a'));
    expect(await ask(tag)).toMatchObject({ status: 200, body: access });
  });

  it('S69 is not sent to a key missing from it, which was revoked since its look-up', async () => {
    for (const one of [accessOf(key('c')), accessOf(key('a', 'client')), undefined]) {
      access = one;
      expect(await ask()).toMatchObject({ status: 401, body: { code: 'sdk_key_invalid' } });
    }
  });

  it('is the last known good one while the source is down, marked as stale; otherwise a 503', async () => {
    granted = STALE;
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    granted = FRESH;
    const { headers } = await ask();
    available = false;
    for (const one of [FRESH, STALE]) {
      granted = one;
      const answer = await ask();
      expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([200, access, headers.get('etag')]);
      expect(answer.headers.get('burgee-freshness')).toBe('stale; age=0');
    }
    granted = { ...STALE, keyHash: 'c' };
    expect((await ask()).status).toBe(503);
  });

  it('is not served from memory after keys changed, until the source returns it again', async () => {
    await ask();
    known.changed('env');
    available = false;
    expect((await ask()).status).toBe(503);
    available = true;
    await ask();
    available = false;
    expect((await ask()).status).toBe(200);
  });
});

describe('the cached access list', () => {
  it('is never replaced by an older answer, or by an answer from before a change', () => {
    const [before, now] = [accessOf(key('a')), accessOf(key('b'))];
    const at = performance.now();
    known.record({ access: now, asOf: at });
    known.record({ access: before, asOf: at - 1 });
    expect(known.of('env')?.access).toBe(now);
    known.changed('env');
    known.record({ access: now, asOf: at });
    expect(known.of('env')).toBeUndefined();
  });
});
