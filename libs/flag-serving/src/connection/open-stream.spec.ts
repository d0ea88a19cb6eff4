import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ChangeRow, FlagSetVersion } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { describe, expect, it } from '@jest/globals';
import { StreamRegistry } from '../channel/stream-registry.js';
import { createServingAdmission } from '../source/admission.js';
import { openStream } from './open-stream.js';

const REVISION = 1_000;

const row = (environment_id: string, revision: number): ChangeRow => ({
  environment_id,
  revision,
  kind: 'flag_deleted',
  data: { flag_id: 'f', key: 'k' },
  epoch: 'e',
  occurred_at: new Date(0),
  traceparent: null,
});

const TELLS_NO_FLAGS = {
  needsFlags: false,
  first: () => undefined,
  event: (event: object) => event as never,
  snapshot: () => {
    throw new Error('There is none.');
  },
};

/** Streams of a process; an account has the environments that begin with its name. */
function newStreams() {
  const asked: string[] = [];
  let epoch = 'e';
  const version = (environmentId: string): FlagSetVersion => ({ environmentId, epoch, revision: REVISION });
  const source = {
    changesAfter: async (environmentId: string, revision: number, read: string) => {
      asked.push(`${read} ${environmentId} ${revision}`);
      await nextTick();
      const rows = Array.from({ length: REVISION - revision }, (_, n) => row(environmentId, revision + 1 + n));
      return { rows, asOf: 0 };
    },
    latest: async ([environmentId = '']: string[], _: string[], read: string) => {
      asked.push(`${read} ${environmentId} latest`);
      return { versions: [version(environmentId)], liveKeys: new Set(['k']), asOf: 0 };
    },
    compare: async (known: readonly FlagSetVersion[]) => {
      const changed = known.map(({ environmentId }) => version(environmentId));
      return { changed, gone: new Set<string>(), endedKeys: new Set<string>(), asOf: 0 };
    },
  };
  const admission = createServingAdmission((id) => [id.split('-')[0] ?? '', id]);
  const cache = { get: (of: FlagSetVersion) => ({ set: { ...of, body: Buffer.from('[]') } }) };
  const metrics = {
    streamOpened: () => undefined,
    streamClosed: () => undefined,
    commitToFlush: () => undefined,
    eventSent: () => undefined,
    delivered: () => undefined,
    streamBegan: () => undefined,
  };
  const fallback = { record: () => undefined, answerFor: async () => undefined };
  const options = { logger: { debug: () => undefined }, eventBytesAtMost: 1e9 };
  const registry = new StreamRegistry(source as never, cache as never, fallback, metrics, admission, options);
  const heartbeats = { add: () => () => undefined };
  const context = { registry, heartbeats, fallback, metrics, lifetimeSeconds: 60 };
  const opened: string[] = [];
  const refused: string[] = [];

  /** @param from the revision that the client claims; undefined requests a snapshot */
  const open = (
    environmentId: string,
    from?: number | string,
    method = 'GET',
    asked?: Parameters<typeof openStream>[4],
  ): ServerResponse => {
    const request = new IncomingMessage(new Socket());
    request.method = method;
    request.headers = from === undefined ? {} : { 'last-event-id': `e-${from}` };
    const response = new ServerResponse(request);
    const key = { keyHash: 'k', keyKind: 'sdk' };
    const access = { kind: 'fresh', ...key, version: version(environmentId), asOf: 0, allowOrigin: undefined };
    openStream(context, { request, response }, access as never, from === undefined, asked).then(
      () => response.headersSent && opened.push(`${environmentId} ${from ?? 'snapshot'}`),
      (error: Error & { code?: string }) => refused.push(error.code ?? error.message),
    );
    return response;
  };
  const beginEpoch = async () => {
    epoch = 'f';
    await registry.reconcile();
  };
  return { admission, asked, opened, refused, open, beginEpoch };
}

const settled = async () => {
  for (let turn = 0; turn < 200; turn++) await nextTick();
};

describe('streams that resume', () => {
  it('S59 wait behind long reads of their own account only', async () => {
    const { asked, opened, open } = newStreams();
    for (let from = 0; from < 400; from++) open(`loop-${from % 7}`, from);
    await Promise.resolve();
    open('person', 0);
    await eventually(() => expect(opened).toContain('person 0'));
    expect(asked.indexOf('past person 0')).toBeLessThan(50);
  });

  it('S59 read nothing for HEAD', async () => {
    const { asked, opened, open } = newStreams();
    const answers = [open('loop', 1, 'HEAD'), open('loop', undefined, 'HEAD')];
    await settled();
    expect(asked).toEqual([]);
    expect(opened).toHaveLength(2);
    for (const { statusCode, writableEnded } of answers) expect([statusCode, writableEnded]).toEqual([200, true]);
  });

  it('S59 from an invalid position load no flags where the protocol sends none', async () => {
    const { asked, opened, open } = newStreams();
    for (let n = 0; n < 20; n++) open('loop', 'garbage', 'GET', { format: TELLS_NO_FLAGS });
    await settled();
    expect(opened).toHaveLength(20);
    expect(asked).toEqual([`past loop ${REVISION}`]);
  });

  it('that wait while a new epoch begins get a 503 to retry', async () => {
    const { admission, opened, refused, open, beginEpoch } = newStreams();
    const seats = await Promise.all([1, 2, 3].map(() => admission.scheduler.enter(['loop'], 'load')));
    for (let n = 0; n < 4; n++) open('loop');
    const last = await admission.scheduler.enter(['loop'], 'load');
    await beginEpoch();
    for (const seat of [...seats, last]) seat.leave();
    await eventually(() => expect(refused.length + opened.length).toBe(4));
    expect(new Set(refused)).toEqual(new Set(['unavailable']));
    expect(opened).toEqual([]);
  });

  it('a few changes back open with one read per position, even thousands of them', async () => {
    const { asked, opened, open } = newStreams();
    for (let client = 0; client < 1_000; client++) open('team', REVISION - (client % 20));
    await eventually(() => expect(opened).toHaveLength(1_000));
    expect(asked.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, back) => `past team ${REVISION - back}`).toSorted(),
    );
  });
});

describe('opening a stream', () => {
  it('does not register a client that left while its key was looked up', async () => {
    const joined: unknown[] = [];
    const registry = { join: (connection: unknown) => joined.push(connection) };
    const context = { registry, lifetimeSeconds: 60 } as never;
    const access = {
      kind: 'fresh' as const,
      keyHash: 'hash',
      keyKind: 'sdk' as const,
      version: { environmentId: 'env', epoch: 'e', revision: 1 },
      asOf: 0,
      allowOrigin: undefined,
    };
    await openStream(context, { request: { headers: {} }, response: { destroyed: true } } as never, access, false);
    expect(joined).toEqual([]);
  });
});
