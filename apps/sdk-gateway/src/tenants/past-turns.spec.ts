import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ChangeRow, FlagSetVersion } from '@burgee/contracts/wire';
import { openStream, ReadTurns, StreamRegistry, type StreamTurns } from '@burgee/flag-serving';
import { SendTurns, Share } from '@burgee/process-kit';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LARGE_FLAG_SETS, PAST_CHANGES, ProjectQueue } from './project-queue.js';
import { Tenants } from './tenants.js';

// Budgets fill with time.
beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

const REVISION = 1_000;
const LARGE = Buffer.alloc(10_000_000, ' ');

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

/** Streams of a gateway; an account has the environments that begin with its name. */
function newGateway() {
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
    compare: async (held: readonly FlagSetVersion[]) => {
      const changed = held.map(({ environmentId }) => version(environmentId));
      return { changed, gone: new Set<string>(), endedKeys: new Set<string>(), asOf: 0 };
    },
  };
  const tenants = new Tenants(async (environment_id) => {
    const [account_id = ''] = environment_id.split('-');
    return { environment_id, project_id: environment_id, account_id };
  });
  const networksOf = ({ headers }: IncomingMessage) => [headers['x-network'] as string];
  const pastQueue = new ProjectQueue(tenants, PAST_CHANGES);
  const turns = {
    past: new ReadTurns(pastQueue, networksOf).inTurn,
    large: new ReadTurns(new ProjectQueue(tenants, LARGE_FLAG_SETS), networksOf).inTurn,
  };
  const cache = {
    get: (of: FlagSetVersion) => ({ set: { ...of, body: LARGE } }),
    takesTurn: () => false,
  };
  const metrics = {
    streamOpened: () => undefined,
    streamClosed: () => undefined,
    commitToFlush: () => undefined,
    eventSent: () => undefined,
    delivered: () => undefined,
    streamBegan: () => undefined,
  };
  const fallback = { record: () => undefined, answerFor: async () => undefined };
  const logger = { debug: () => undefined };
  const waits: StreamTurns = { past: pastQueue, send: new SendTurns(), snapshots: new Share() };
  const registry = new StreamRegistry(source as never, cache as never, fallback, metrics, waits, {
    logger,
    eventBytesAtMost: Infinity,
  });
  const heartbeats = { add: () => () => undefined };
  const context = { registry, heartbeats, fallback, metrics, turns, lifetimeSeconds: 60 };
  const opened: string[] = [];
  const refused: string[] = [];
  const requests: IncomingMessage[] = [];

  /** @param from the revision that the client has, or what it calls one; undefined: it asks for a snapshot */
  const open = (
    environmentId: string,
    from?: number | string,
    network = 'home',
    method = 'GET',
    asked?: Parameters<typeof openStream>[5],
  ): ServerResponse => {
    const request = new IncomingMessage(new Socket());
    request.method = method;
    request.headers = { 'x-network': network, ...(from !== undefined && { 'last-event-id': `e-${from}` }) };
    const response = new ServerResponse(request);
    const key = { keyHash: 'k', keyKind: 'sdk' };
    const access = { kind: 'fresh', ...key, version: version(environmentId), asOf: 0, allowOrigin: undefined };
    requests.push(request);
    openStream(context, request, response, access as never, from === undefined, asked).then(
      () => response.headersSent && opened.push(`${environmentId} ${from ?? 'snapshot'}`),
      (error: Error & { code?: string }) => refused.push(error.code ?? error.message),
    );
    return response;
  };
  const beginEpoch = async () => {
    epoch = 'f';
    await registry.reconcile();
  };
  return { asked, opened, refused, open, beginEpoch };
}

const settled = async () => {
  for (let turn = 0; turn < 200; turn++) await nextTick();
};

describe('streams that resume', () => {
  it('S59 of an account that has read far back wait behind it, and those of another do not', async () => {
    const { asked, opened, open } = newGateway();
    for (let from = 0; from < 400; from++) open('loop', from);
    await settled();
    const reads = asked.length;
    expect(reads).toBeLessThan(10);
    open('person', 0);
    await settled();
    expect(opened).toContain('person 0');
    expect(asked.slice(reads)).toEqual(['past person 0']);
  });

  it('S59 of one account with many projects wait together', async () => {
    const { asked, open } = newGateway();
    for (let project = 0; project < 100; project++) for (let from = 0; from < 5; from++) open(`loop-${project}`, from);
    await settled();
    expect(asked.length).toBeLessThan(30);
  });

  it('S59 of one network wait behind those of others that read the same project', async () => {
    const { asked, open } = newGateway();
    for (let from = 0; from < 400; from++) open('page', from, 'loop');
    open('page', 990, 'person');
    await settled();
    expect(asked).toContain('past page 990');
  });

  it('S59 wait in a limited number; beyond that they are refused with a time to wait', async () => {
    const { refused, open } = newGateway();
    for (let n = 0; n < 5_000; n++) open('loop', n % REVISION);
    await settled();
    expect(refused.length).toBeGreaterThan(1_000);
    expect(new Set(refused)).toEqual(new Set(['overloaded']));
  });

  it('S59 with HEAD have nothing read', async () => {
    const { asked, opened, open } = newGateway();
    const answers = [open('loop', 1, 'home', 'HEAD'), open('loop', undefined, 'home', 'HEAD')];
    await settled();
    expect(asked).toEqual([]);
    expect(opened).toHaveLength(2);
    for (const { statusCode, writableEnded } of answers) expect([statusCode, writableEnded]).toEqual([200, true]);
  });

  it('S59 with a large snapshot pay for each', async () => {
    const { opened, open } = newGateway();
    for (let n = 0; n < 20; n++) open('loop');
    await settled();
    expect(opened.length).toBeLessThan(5);
    open('person');
    await settled();
    expect(opened).toContain('person snapshot');
  });

  it('S59 from what is no position have no flags loaded where none are told', async () => {
    const { asked, opened, open } = newGateway();
    for (let n = 0; n < 20; n++) open('loop', 'garbage', 'home', 'GET', { format: TELLS_NO_FLAGS });
    await settled();
    expect(opened).toHaveLength(20);
    expect(asked).toEqual([`past loop ${REVISION}`]);
  });

  it('that wait while a new epoch begins are told to come back', async () => {
    const { opened, refused, open, beginEpoch } = newGateway();
    for (let n = 0; n < 4; n++) open('loop');
    await settled();
    const before = opened.length;
    await beginEpoch();
    jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
    await eventually(() => expect(refused).toHaveLength(4 - before));
    expect(new Set(refused)).toEqual(new Set(['unavailable']));
    expect(opened).toHaveLength(before);
  });

  it('a few changes back are opened at once, thousands of them, with one read for each position', async () => {
    const { asked, opened, open } = newGateway();
    for (let client = 0; client < 1_000; client++) open('team', REVISION - (client % 20), `network ${client}`);
    await settled();
    expect(opened).toHaveLength(1_000);
    expect(asked.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, back) => `past team ${REVISION - back}`).toSorted(),
    );
  });
});
