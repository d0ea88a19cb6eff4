import type { CountedClients } from '@burgee/flag-serving';
import { expect, it } from '@jest/globals';
import { AppliedReport } from './applied-report.js';

it('reports changes at once and unchanged counts once a second, until all have it or the time is up', () => {
  const same = { clients: 2, delivered: 1, streams: 1, pollers: 0, estimated: true };
  const numbers = { ...same, applied: 0, unknown: 0 };
  const count: CountedClients = {
    ...same,
    acknowledged: 0,
    notSeen: 0,
    lastSeenAt: 1_000,
    sampled: false,
    edges: [],
  };
  const report = new AppliedReport('env', () => count, 5_000);
  expect(report.next(0)).toEqual({ ...numbers, last_seen_at: '1970-01-01T00:00:01.000Z' });
  expect(report.next(100)).toBeUndefined();
  Object.assign(count, { clients: 3 });
  expect(report.next(200)).toMatchObject({ clients: 3 });
  expect([report.next(1_199), report.isOver(1_199)]).toEqual([undefined, false]);
  expect(report.next(1_200)).toMatchObject({ clients: 3 });
  expect(report.isOver(5_000)).toBe(true);
  Object.assign(count, { streams: 0, delivered: 2, lastSeenAt: undefined });
  expect(report.next(1_300)).toEqual({ ...numbers, clients: 3, delivered: 2, streams: 0 });
  expect(report.isOver(1_300)).toBe(true);
  Object.assign(count, { edges: ['an edge'], sampled: true });
  expect(report.next(1_400)).toMatchObject({ edges: ['an edge'], sampled: true });
});
