import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppliedWait } from './applied-wait.js';
import type { ProcessCount } from './process-counts.js';

const [OWN, OTHER] = [randomUUID(), randomUUID()];
const WANTED = { wait_id: randomUUID(), position: 'e-7', within_ms: 5_000 };

const count = (pid: number, changes: Partial<ProcessCount> = {}): ProcessCount => ({
  pid,
  clients: 2,
  delivered: 1,
  acknowledged: 0,
  notSeen: 0,
  streams: 1,
  pollers: 0,
  lastSeenAt: undefined,
  estimated: false,
  sampled: false,
  edges: [],
  ...changes,
});
const reported = (edge: string, streams = 0) => ({
  edge,
  clients: 3,
  delivered: 3 - streams,
  applied: 0,
  unknown: 0,
  streams,
  pollers: 0,
  estimated: false,
  edges: [],
});

describe('the report of an edge on its clients', () => {
  let wait: AppliedWait;
  beforeEach(() => {
    wait = new AppliedWait(OWN, 'env', WANTED, 0);
  });

  it('is the sum over its processes; a hung process makes its clients unknown', () => {
    wait.count([count(1, { edges: [OTHER] }), count(2, { pollers: 1, lastSeenAt: 9, estimated: true })], 0);
    const sum = { edge: OWN, clients: 4, delivered: 2, applied: 0, unknown: 0, streams: 2, pollers: 1 };
    const seen = { last_seen_at: '1970-01-01T00:00:00.009Z', estimated: true };
    expect(wait.due(0)).toEqual([{ wait_id: WANTED.wait_id, reports: [{ ...sum, ...seen, edges: [OTHER] }] }]);
    wait.count([count(1, { edges: [OTHER] })], 2_000);
    const [body] = wait.due(2_000);
    expect(body?.reports).toEqual([{ ...sum, unknown: 1, streams: 1, pollers: 0, estimated: true, edges: [OTHER] }]);
  });

  it('is sent once a second, and at once when all clients have the change', () => {
    wait.count([count(1)], 0);
    expect(wait.due(0)).toHaveLength(1);
    expect(wait.due(999)).toEqual([]);
    expect(wait.due(1_000)).toHaveLength(1);
    wait.count([count(1, { delivered: 2, streams: 0 })], 1_200);
    expect(wait.due(1_200)).toMatchObject([{ reports: [{ delivered: 2, streams: 0 }] }]);
    expect(wait.due(1_400)).toEqual([]);
    expect(wait.due(2_200)).toHaveLength(1);
  });

  it('forwards the report of another edge once: clients of a silent edge are unknown', () => {
    wait.count([count(1)], 0);
    wait.due(0);
    wait.receive([reported(OTHER, 1)]);
    const edgesAt = (now: number) => wait.due(now).flatMap(({ reports }) => reports.map(({ edge }) => edge));
    expect(edgesAt(200)).toEqual([OWN, OTHER]);
    wait.receive([reported(OTHER, 1)]);
    expect(edgesAt(400)).toEqual([]);
    wait.receive([reported(OTHER)]);
    expect(edgesAt(600)).toEqual([OWN, OTHER]);
    expect(edgesAt(1_600)).toEqual([OWN]);
  });

  it('covers up to 500 edges, in bodies of 10', () => {
    wait.receive(Array.from({ length: 600 }, () => reported(randomUUID())));
    const bodies = wait.due(0);
    expect(bodies.map(({ reports }) => reports.length)).toEqual([...Array.from({ length: 50 }, () => 10), 1]);
  });

  it('asks other edges with the remaining time', () => {
    expect(wait.left(1_500)).toEqual({ ...WANTED, within_ms: 3_500 });
    expect(wait.left(6_000).within_ms).toBe(0);
    const long = new AppliedWait(OWN, 'env', { ...WANTED, within_ms: 1e9 }, 0);
    expect(long.left(0).within_ms).toBe(60_000);
  });
});
