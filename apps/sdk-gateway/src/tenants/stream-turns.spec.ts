import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { DomainError } from '@burgee/contracts/wire';
import {
  type Access,
  StreamAdmission,
  AdmissionQueue,
  type Authenticator,
  type StreamContext,
  StreamHandler,
  StreamLimits,
  type Tickets,
} from '@burgee/flag-serving';
import { Share } from '@burgee/process-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

const version = (environmentId: string) => ({ environmentId, epoch: 'e', revision: 1 });
const UNLIMITED = { total: 1_000_000, perKey: Infinity, perAddress: Infinity };

/** A handler, and what it has done, in order: the requests that were admitted, the keys that opened a stream, and all look-ups. */
function newHandler() {
  const admitted: string[] = [];
  const opened: string[] = [];
  const lookedUp: string[] = [];
  const revoked = new Set<string>();
  const decide = (keyHash: string): Access => {
    lookedUp.push(keyHash);
    const error = new DomainError('sdk_key_invalid', 'Revoked.');
    if (revoked.has(keyHash)) return { kind: 'refused', error, allowOrigin: undefined };
    const key = { keyHash, keyKind: 'sdk' as const };
    return { kind: 'fresh', ...key, version: version(`of ${keyHash}`), asOf: 0, allowOrigin: undefined };
  };
  const authenticator = {
    hashOfSdkKey: (key: string) => key,
    authenticateHash: (keyHash: string) => ({ result: Promise.resolve(decide(keyHash)), join: () => false }),
    refuse: (error: DomainError) => Promise.resolve({ kind: 'refused', error, allowOrigin: undefined }),
  };
  const registry = {
    join: ({ keyHash }: { keyHash: string }) => {
      opened.push(keyHash);
      throw new Error('This is as far as it goes.');
    },
  };
  const admission = new StreamAdmission(
    new AdmissionQueue(new Share()),
    new StreamLimits(UNLIMITED, { forStreams: Infinity }, { streamRefused: () => undefined }),
    { findTenant: (environmentId) => Promise.resolve(environmentId.includes('made') ? 'maker' : environmentId) },
    {
      blockOf: ({ headers }) => String(admitted.push(`${headers['x-sdk-key']} from ${headers['x-network']}`)),
      networksOf: ({ headers }) => [headers['x-network'] as string],
    },
  );
  const handler = new StreamHandler(
    authenticator as unknown as Authenticator,
    {} as Tickets,
    admission,
    { registry, heartbeats: {}, fallback: {}, metrics: {}, lifetimeSeconds: 1 } as unknown as StreamContext,
    pino({ enabled: false }),
  );
  const ask = (keyHash: string, network = 'home') => {
    const request = new IncomingMessage(new Socket());
    request.headers = { 'x-sdk-key': keyHash, 'x-network': network };
    handler.handle(request, new ServerResponse(request), { snapshot: false, access: false });
  };
  return { ask, admitted, opened, lookedUp, revoked };
}

const times = (count: number, work: () => void) => Array.from({ length: count }, work);

describe('requests for streams', () => {
  it.each([
    ['another key', 'other', 'home'],
    ['another network with the same key', 'busy', 'other'],
  ])('S39 of %s are admitted before those of one that asks for hundreds', async (_, key, network) => {
    const { ask, admitted, opened } = newHandler();
    times(500, () => ask('busy'));
    ask(key, network);
    await nextTick();
    expect(admitted).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(admitted.slice(0, 3)).toEqual(['busy from home', `${key} from ${network}`, 'busy from home']);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(opened).toHaveLength(501);
  });

  it('S39 of one tenant’s many keys wait behind each other', async () => {
    const { ask, admitted } = newHandler();
    for (let key = 0; key < 100; key++) ask(`made ${key}`);
    ask('other');
    await nextTick();
    await jest.advanceTimersByTimeAsync(1);
    expect(admitted.slice(0, 3)).toEqual(['made 0 from home', 'other from home', 'made 1 from home']);
  });

  it('with a key that is no good have no turn', async () => {
    const { ask, opened, revoked } = newHandler();
    revoked.add('old');
    times(500, () => ask('old'));
    await nextTick();
    expect(jest.getTimerCount()).toBe(0);
    expect(opened).toEqual([]);
  });

  it('that waited long are looked up anew: what was revoked meanwhile opens nothing', async () => {
    const { ask, opened, lookedUp, revoked } = newHandler();
    times(2_000, () => ask('page'));
    await nextTick();
    expect(lookedUp).toHaveLength(2_000);
    await jest.advanceTimersByTimeAsync(90);
    const before = opened.length;
    expect(lookedUp).toHaveLength(2_000);
    revoked.add('page');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(opened.length - before).toBeLessThan(200);
    expect(lookedUp.length).toBe(2_000 + (2_000 - opened.length));
  });
});
