import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FlagSetVersion } from '@burgee/contracts/wire';
import { openStream, StreamRegistry, type StreamTurns } from '@burgee/flag-serving';
import { SendTurns, Share } from '@burgee/process-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] }));
afterEach(() => void jest.useRealTimers());

const SNAPSHOT = Buffer.alloc(50_000, ' ');

/** A gateway with open streams: an account has the environments that begin with its name. */
async function newGateway(streams: Record<string, number>) {
  let epoch = 'e';
  const version = (environmentId: string): FlagSetVersion => ({ environmentId, epoch, revision: 1 });
  const source = {
    changesAfter: async () => ({ rows: [], asOf: 0 }),
    latest: async ([environmentId = '']: string[]) => ({ versions: [version(environmentId)], asOf: 0 }),
    compare: async (held: readonly FlagSetVersion[]) => {
      const changed = held.map(({ environmentId }) => version(environmentId));
      return { changed, gone: new Set<string>(), endedKeys: new Set<string>(), asOf: 0 };
    },
  };
  const past = {
    run: (_: string, job: (spend: () => void) => unknown) => job(() => undefined),
    tenantOf: (environmentId: string) => environmentId.split('-')[0],
  };
  const turns = { past, send: new SendTurns(), snapshots: new Share() } as unknown as StreamTurns;
  const metrics = new Proxy({}, { get: () => () => undefined });
  const cache = { get: (of: FlagSetVersion) => ({ set: { ...of, body: SNAPSHOT } }), takesTurn: () => false };
  const fallback = { record: () => undefined, answerFor: async () => undefined };
  const logger = { debug: () => undefined };
  const registry = new StreamRegistry(source as never, cache as never, fallback, metrics as never, turns, {
    logger,
    eventBytesAtMost: Infinity,
  });
  const inTurn = (_: unknown, __: unknown, job: (spend: () => void) => unknown) => job(() => undefined);
  const context = {
    registry,
    heartbeats: { add: () => () => undefined },
    fallback,
    metrics,
    turns: { past: inTurn, large: inTurn },
    lifetimeSeconds: 60,
  };
  /** Of each snapshot that was sent, whose it is, in order. */
  const sent: string[] = [];
  for (const [environmentId, count] of Object.entries(streams))
    for (let one = 0; one < count; one++) {
      const request = new IncomingMessage(new Socket());
      request.headers = {};
      const response = new ServerResponse(request);
      const write = (bytes: Buffer, _: string, taken: () => void) => {
        if (bytes.includes('event: snapshot')) sent.push(environmentId);
        taken();
      };
      response.assignSocket(new Writable({ write }) as Socket);
      const access = { kind: 'fresh', keyHash: 'k', version: version(environmentId), asOf: 0 };
      await openStream(context as never, request, response, access as never, false);
    }
  const restore = async () => {
    epoch = 'f';
    await registry.reconcile();
    for (let turn = 0; turn < 50; turn++) await nextTick();
  };
  return { sent, restore };
}

describe('snapshots for many streams', () => {
  it('S112 are sent to tenants in turns: one with thousands keeps nobody else waiting for one', async () => {
    const { sent, restore } = await newGateway({ 'many-1': 500, 'many-2': 500, few: 5 });
    await restore();
    expect(sent.length).toBeLessThan(50);
    expect(sent.filter((name) => name === 'few').length).toBe(0);
    for (let pause = 0; pause < 2; pause++) {
      await jest.advanceTimersByTimeAsync(5);
      for (let turn = 0; turn < 50; turn++) await nextTick();
    }
    expect(sent.filter((name) => name === 'few').length).toBe(5);
    expect(sent.length).toBeLessThan(120);
  });
});
