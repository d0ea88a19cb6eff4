import type { AppliedCountedV1 } from '@burgee/contracts/messages';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EnvironmentWait } from './environment-wait.js';

function count(gateway: string, changes: Partial<AppliedCountedV1>): AppliedCountedV1 {
  const numbers = { clients: 0, delivered: 0, applied: 0, unknown: 0, streams: 0, pollers: 0 };
  const stamp = { v: 1 as const, event_id: '', occurred_at: '', wait_id: '' };
  return { ...stamp, gateway, ...numbers, estimated: false, ...changes };
}

describe('a wait in one environment', () => {
  let wait: EnvironmentWait;
  beforeEach(() => {
    wait = new EnvironmentWait([['a', 2] as const, ['b', 1] as const], 0);
  });

  it('waits for every gateway and adds up their counts', () => {
    expect(wait.counts(0)).toMatchObject({ clients: 3, delivered: 0, unknown: 0 });
    wait.receive(count('a', { clients: 215, delivered: 212, applied: 10, pollers: 3, estimated: true }), 100);
    expect(wait.counts(100).waiting).toEqual([
      { replica: 'a', streams: 0, pollers: 3, last_seen_at: null },
      { replica: 'b', streams: 1, pollers: 0, last_seen_at: null },
    ]);
    wait.receive(count('b', { clients: 200, delivered: 199, unknown: 1 }), 200);
    wait.receive(count('a', { clients: 215, delivered: 215, applied: 13, estimated: true }), 300);
    expect(wait.counts(300)).toEqual({
      clients: 415,
      delivered: 414,
      applied: 13,
      unknown: 1,
      at_edges: 0,
      estimated: true,
      sampled: false,
      waiting: [],
    });
  });

  describe('with clients at edges', () => {
    const [near, far] = ['0199c2f6-1b3f-7a01-8c11-9d8e7f6a5b4c', '7b0f7b46-0f6e-4c43-9a3f-1f2b3c4d5e6f'];
    beforeEach(() => {
      wait.receive(count('b', { clients: 1, delivered: 1 }), 0);
      wait.receive(count('a', { clients: 2, delivered: 2, edges: [near] }), 0);
    });

    it('waits for each edge that a gateway asked, cascades included, and counts clients of edges separately', () => {
      const waiting = { pollers: 0, last_seen_at: null };
      expect(wait.counts(0)).toMatchObject({ clients: 4, delivered: 3, at_edges: 0 });
      expect(wait.counts(0).waiting).toEqual([{ replica: 'edge 0199c2f6', streams: 1, ...waiting }]);
      wait.receive(count(`edge ${near}`, { clients: 10, delivered: 10, edges: [far] }), 200);
      expect(wait.counts(200)).toMatchObject({ clients: 14, delivered: 13, at_edges: 10 });
      expect(wait.counts(200).waiting).toEqual([{ replica: 'edge 7b0f7b46', streams: 1, ...waiting }]);
      wait.receive(count(`edge ${far}`, { clients: 5, delivered: 4, applied: 2, unknown: 1 }), 300);
      const all = { clients: 18, delivered: 17, applied: 2, unknown: 1, at_edges: 15, waiting: [] };
      expect(wait.counts(300)).toMatchObject(all);
    });

    it('counts the stream of a silent edge, and the clients missing when an edge left, as unknown', () => {
      expect(wait.counts(3_499).waiting).toHaveLength(1);
      expect(wait.counts(3_500)).toMatchObject({ clients: 4, delivered: 3, unknown: 1, waiting: [] });
      wait.receive(count(`edge ${near}`, { clients: 10, delivered: 8, streams: 2 }), 3_600);
      expect(wait.counts(7_099)).toMatchObject({ clients: 13, unknown: 0 });
      expect(wait.counts(7_100)).toMatchObject({ clients: 13, delivered: 11, unknown: 2, waiting: [] });
    });

    it('ignores an edge that no gateway has asked, and edges beyond a thousand', () => {
      wait.receive(count(`edge ${far}`, { clients: 9, delivered: 9 }), 100);
      expect(wait.counts(100)).toMatchObject({ clients: 4, at_edges: 0 });
      const many = Array.from({ length: 2_000 }, (_, n) => `${String(n).padStart(8, '0')}-0f6e-4c43-9a3f-1f2b3c4d5e6f`);
      wait.receive(count('a', { clients: 2, delivered: 2, edges: many }), 100);
      expect(wait.counts(100).clients).toBe(3 + 1_000);
    });
  });

  it('counts a gateway that was unknown at the start', () => {
    wait.receive(count('c', { clients: 4, delivered: 4 }), 100);
    expect(wait.counts(100)).toMatchObject({ clients: 7, delivered: 4 });
  });

  it('counts the streams of a gateway that lost the message as unknown', () => {
    wait.receive(count('b', { clients: 1, delivered: 1 }), 100);
    expect(wait.counts(1_499).waiting).toHaveLength(1);
    expect(wait.counts(1_500)).toMatchObject({ clients: 3, delivered: 1, unknown: 2, waiting: [] });
  });

  it('counts the clients missing when a gateway left as unknown', () => {
    wait.receive(count('b', { clients: 1, delivered: 1 }), 100);
    wait.receive(count('a', { clients: 2, delivered: 1, streams: 1 }), 200);
    expect(wait.counts(3_699).waiting).toHaveLength(1);
    expect(wait.counts(3_700)).toMatchObject({ clients: 3, delivered: 2, unknown: 1, waiting: [] });
  });
});
