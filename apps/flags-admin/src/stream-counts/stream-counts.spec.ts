import type { EnvironmentStreams, StreamsCountedV1 } from '@burgee/contracts/messages';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addUp } from './add-up.js';
import { REPORT_EXPIRES_MILLISECONDS, StreamCounts } from './stream-counts.js';

const count = (open: number, sent = open, revision = 7, epoch = 'e'): EnvironmentStreams => ({
  environment_id: 'env',
  epoch,
  revision,
  open,
  sent,
});

function report(
  gateway: string,
  environments: EnvironmentStreams[],
  full = false,
  sequence?: number,
): StreamsCountedV1 {
  const more = sequence === undefined ? {} : { sequence };
  return { v: 1, event_id: '', occurred_at: '2026-03-01T09:30:00.000Z', gateway, full, environments, ...more };
}

describe('stream counts', () => {
  let counts: StreamCounts;
  beforeEach(() => {
    counts = new StreamCounts();
  });
  const view = (now = 0, revision = 7) =>
    addUp(counts.of('env', now), { environmentId: 'env', epoch: 'e', revision }, counts.complete);

  it('are summed, by gateway in the order of names', () => {
    counts.receive(report('b:1', [count(200)], true), 0);
    counts.receive(report('a:1', [count(215, 212)], true), 0);
    expect(view()).toMatchObject({ open: 415, up_to_date: 412, revision: 7, complete: true });
    expect(view().replicas.map(({ replica, open, up_to_date }) => [replica, open, up_to_date])).toEqual([
      ['a:1', 215, 212],
      ['b:1', 200, 200],
    ]);
  });

  it.each([
    ['an older revision', count(3, 3, 6)],
    ['another epoch', count(3, 3, 7, 'other')],
  ])('with %s do not count as up to date', (_, one) => {
    counts.receive(report('a', [one], true), 0);
    expect(view()).toMatchObject({ open: 3, up_to_date: 0 });
  });

  it('of a gateway that stopped reporting expire', () => {
    counts.receive(report('a', [count(3)], true), 0);
    expect(view(REPORT_EXPIRES_MILLISECONDS).open).toBe(3);
    expect(view(REPORT_EXPIRES_MILLISECONDS + 1)).toMatchObject({ open: 0, replicas: [] });
  });

  it('change with each report, and an environment without streams has none', () => {
    counts.receive(report('a', [count(3)], true), 0);
    counts.receive(report('a', [count(4, 1)]), 0);
    expect(view()).toMatchObject({ open: 4, up_to_date: 1 });
    counts.receive(report('a', [count(0)]), 0);
    expect(view()).toMatchObject({ open: 0, replicas: [{ replica: 'a', open: 0, revision: null }] });
  });

  it('are corrected by a full report after lost ones', () => {
    counts.receive(report('a', [count(3)], true), 0);
    counts.receive(report('a', [], true), 0);
    expect(view().open).toBe(0);
  });

  it('are incomplete until a gateway has reported all its environments', () => {
    counts.receive(report('a', [count(3)], true), 0);
    counts.receive(report('b', [count(1)]), 0);
    expect(view()).toMatchObject({ open: 4, complete: false });
    counts.receive(report('b', [count(1)], true), 0);
    expect(view().complete).toBe(true);
  });

  it('are incomplete after a missed report, until the next full one', () => {
    expect(counts.receive(report('a', [count(3)], true, 4), 0)).toBe(true);
    expect(counts.receive(report('a', [], false, 5), 0)).toBe(true);
    expect(counts.receive(report('a', [], false, 7), 0)).toBe(false);
    expect(counts.receive(report('a', [], false, 8), 0)).toBe(false);
    expect(view()).toMatchObject({ open: 3, complete: false });
    expect(counts.receive(report('a', [count(2)], true, 9), 0)).toBe(true);
    expect(view()).toMatchObject({ open: 2, complete: true });
  });

  it('are complete without a sequence number, for gateways of an older version', () => {
    counts.receive(report('a', [count(3)], true), 0);
    expect(counts.receive(report('a', []), 0)).toBe(true);
  });
});
