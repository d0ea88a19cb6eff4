import type { EnvironmentStreams, StreamsCountedV1 } from '@burgee/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { addUp } from './show-streams/add-up.js';
import { SILENT_AT_MOST_MILLISECONDS, StreamCounts } from './stream-counts.js';

const count = (open: number, sent = open, revision = 7, epoch = 'e'): EnvironmentStreams => ({
  environment_id: 'env',
  epoch,
  revision,
  open,
  sent,
});

function report(gateway: string, environments: EnvironmentStreams[], full = false): StreamsCountedV1 {
  return { v: 1, event_id: '', occurred_at: '2026-03-01T09:30:00.000Z', gateway, full, environments };
}

describe('what the gateways said of their streams', () => {
  let counts: StreamCounts;
  beforeEach(() => {
    counts = new StreamCounts();
  });
  const view = (now = 0, revision = 7) =>
    addUp(counts.of('env', now), { environmentId: 'env', epoch: 'e', revision }, counts.whole);

  it('is added up, by gateway in the order of their names', () => {
    counts.hear(report('b:1', [count(200)], true), 0);
    counts.hear(report('a:1', [count(215, 212)], true), 0);
    expect(view()).toMatchObject({ open: 415, up_to_date: 412, revision: 7, complete: true });
    expect(view().replicas.map(({ replica, open, up_to_date }) => [replica, open, up_to_date])).toEqual([
      ['a:1', 215, 212],
      ['b:1', 200, 200],
    ]);
  });

  it.each([
    ['an older revision', count(3, 3, 6)],
    ['another history', count(3, 3, 7, 'other')],
  ])('of %s does not count as up to date', (_, one) => {
    counts.hear(report('a', [one], true), 0);
    expect(view()).toMatchObject({ open: 3, up_to_date: 0 });
  });

  it('of a gateway that fell silent is forgotten', () => {
    counts.hear(report('a', [count(3)], true), 0);
    expect(view(SILENT_AT_MOST_MILLISECONDS).open).toBe(3);
    expect(view(SILENT_AT_MOST_MILLISECONDS + 1)).toMatchObject({ open: 0, replicas: [] });
  });

  it('changes with each report; no stream left is none', () => {
    counts.hear(report('a', [count(3)], true), 0);
    counts.hear(report('a', [count(4, 1)]), 0);
    expect(view()).toMatchObject({ open: 4, up_to_date: 1 });
    counts.hear(report('a', [count(0)]), 0);
    expect(view()).toMatchObject({ open: 0, replicas: [{ replica: 'a', open: 0, revision: null }] });
  });

  it('is put right by a full report, whatever was lost before', () => {
    counts.hear(report('a', [count(3)], true), 0);
    counts.hear(report('a', [], true), 0);
    expect(view().open).toBe(0);
  });

  it('is not complete while one of them has not told all', () => {
    counts.hear(report('a', [count(3)], true), 0);
    counts.hear(report('b', [count(1)]), 0);
    expect(view()).toMatchObject({ open: 4, complete: false });
    counts.hear(report('b', [count(1)], true), 0);
    expect(view().complete).toBe(true);
  });
});
