import { randomUUID } from 'node:crypto';
import type { EdgeApplied } from '@burgee/contracts/wire';
import { AppliedCounts, AppliedHandler, type AppliedListener } from '@burgee/flag-serving';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { ReportApplied } from './report-applied.js';

const WANTED = { v: 1, event_id: randomUUID(), occurred_at: '', wait_id: randomUUID(), epoch: 'e', revision: 7 };
const NUMBERS = { clients: 1, delivered: 1, applied: 1, unknown: 0, streams: 0, pollers: 0 };
const reportsOf = (wait_id: string): EdgeApplied => ({
  wait_id,
  reports: Array.from({ length: 10 }, () => ({ edge: randomUUID(), ...NUMBERS, estimated: false, edges: [] })),
});

let published: string[];
let listener: AppliedListener;
let ask: (environmentId: string) => void;
let reporting: ReportApplied;
beforeEach(() => {
  published = [];
  const received: ((read: () => unknown, environmentId: string) => void)[] = [];
  const messenger = {
    subscribe: (_: unknown, receive: never) => received.push(receive),
    publish: (_: unknown, environmentId: string) => published.push(environmentId),
  };
  const registry = { channelOf: () => undefined, inSlices: () => undefined };
  const counts = new AppliedCounts(registry, { of: () => [], isFull: false });
  const handler = { onReported: (one: AppliedListener) => (listener = one) } as unknown as AppliedHandler;
  const logger = pino({ level: 'silent' });
  reporting = new ReportApplied(counts, handler, messenger as never, { PORT: 1 } as never, logger);
  jest.useFakeTimers();
  reporting.onApplicationBootstrap();
  ask = (environmentId) => received[0]?.(() => ({ ...WANTED, within_ms: 60_000 }), environmentId);
});
afterEach(() => {
  reporting.onApplicationShutdown();
  jest.useRealTimers();
});

const told = async (environmentId: string, waitId: string, times = 1) => {
  published = [];
  for (let n = 0; n < times; n++) listener.edge(environmentId, reportsOf(waitId));
  await jest.advanceTimersByTimeAsync(0);
  return published.filter((id) => id === environmentId).length;
};

it('S91 reports of edges on an unknown wait are dropped', async () => {
  expect(await told('loop-1', WANTED.wait_id)).toBe(0);
  ask('loop-1');
  expect(await told('loop-1', WANTED.wait_id)).toBe(10);
  expect([await told('loop-1', randomUUID()), await told('person-1', WANTED.wait_id)]).toEqual([0, 0]);
});
