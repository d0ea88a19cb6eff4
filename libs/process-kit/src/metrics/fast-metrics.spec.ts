import { describe, expect, it } from '@jest/globals';
import { AggregatorRegistry, Registry } from 'prom-client';
import { CountedAnswers, CountedDecisions, Durations, durationsByStatus } from './fast-metrics.js';

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

describe('a histogram of seconds', () => {
  it('has the format of Prometheus: upper bounds are inclusive, and buckets are cumulative', async () => {
    const registry = new Registry();
    const observe = new Durations({ name: 'spec_seconds', help: 'How long.', buckets: [0.25, 1] }, registry).of({
      kind: 'a',
    });
    for (const seconds of [0.125, 0.25, 0.5, 3]) observe(seconds);
    expect(linesOf(await registry.metrics())).toEqual([
      '# HELP spec_seconds How long.',
      '# TYPE spec_seconds histogram',
      'spec_seconds_bucket{le="0.25",kind="a"} 2',
      'spec_seconds_bucket{le="1",kind="a"} 3',
      'spec_seconds_bucket{le="+Inf",kind="a"} 4',
      'spec_seconds_sum{kind="a"} 3.875',
      'spec_seconds_count{kind="a"} 4',
    ]);
  });

  it('has no series for labels without observations', async () => {
    const registry = new Registry();
    const observe = durationsByStatus('spec_seconds', 'How long.', registry);
    observe(304, 0.001);
    observe(0, 1);
    const labels = linesOf(await registry.metrics()).flatMap((line) => /status="(\w+)"/.exec(line)?.[1] ?? []);
    expect(new Set(labels)).toEqual(new Set(['3xx']));
  });

  it('is added up over the processes of an edge', async () => {
    const registry = new Registry();
    const observe = new Durations({ name: 'spec_seconds', help: 'How long.', buckets: [1] }, registry).of();
    observe(0.5);
    const one = await registry.getMetricsAsJSON();
    expect(linesOf(await AggregatorRegistry.aggregate([one, one]).metrics())).toContain(
      'spec_seconds_bucket{le="1"} 2',
    );
  });
});

describe('answers that are counted', () => {
  it('are by name, and each is taken once', () => {
    const answers = new CountedAnswers();
    for (const name of ['fresh', 'sdk_key_invalid', 'fresh']) answers.count(name);
    expect([...answers.take()]).toEqual([
      ['fresh', 2],
      ['sdk_key_invalid', 1],
    ]);
    expect([...answers.take()]).toEqual([]);
  });

  it('of all protocols have one name for client errors', () => {
    const answers = new CountedDecisions();
    for (const name of ['stale', 'unavailable', 'FLAG_NOT_FOUND', 'sdk_key_invalid']) answers.count(name);
    expect([...answers.take()]).toEqual([
      ['stale', 1],
      ['unavailable', 1],
      ['refused', 2],
    ]);
  });
});
