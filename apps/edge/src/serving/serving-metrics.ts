import type { ServingMetrics } from '@burgee/flag-serving';
import { CountedAnswers, metrics } from '@burgee/process-kit';
import { Counter, Gauge, Histogram } from 'prom-client';

const registers = [metrics];
const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
  new Counter({ name: `burgee_${name}`, help, labelNames, registers });

/** Named as those of the gateway, since they count the same. */
export function createServingMetrics(): ServingMetrics {
  const reads = new CountedAnswers();
  const decided = { single: new CountedAnswers(), bulk: new CountedAnswers() };
  const ofUnleash = { features: new CountedAnswers(), toggles: new CountedAnswers(), report: new CountedAnswers() };
  const flags = new Counter({
    name: 'burgee_sdk_reads_total',
    help: 'Answers of GET /api/v1/flags.',
    labelNames: ['result'],
    registers,
    collect() {
      for (const [result, count] of reads.take()) this.inc({ result }, count);
    },
  });
  const decisions = new Counter({
    name: 'burgee_ofrep_answers_total',
    help: 'Answers of OFREP, by kind of request.',
    labelNames: ['kind', 'result'],
    registers,
    collect() {
      for (const kind of ['single', 'bulk'] as const)
        for (const [result, count] of decided[kind].take()) this.inc({ kind, result }, count);
    },
  });
  const unleash = new Counter({
    name: 'burgee_unleash_answers_total',
    help: "Answers of Unleash's client API, by kind of request.",
    labelNames: ['kind', 'result'],
    registers,
    collect() {
      for (const kind of ['features', 'toggles', 'report'] as const)
        for (const [result, count] of ofUnleash[kind].take()) this.inc({ kind, result }, count);
    },
  });
  const events = counter('sse_events_total', 'Events written to streams, by kind.', ['type']);
  const refused = counter('sse_refused_total', 'Streams that were refused, by reason.', ['reason']);
  const open = new Gauge({ name: 'burgee_sse_connections', help: 'Open event streams of this edge.', registers });
  const capacity = new Gauge({
    name: 'burgee_sse_connections_limit',
    help: 'Streams for which this edge has file descriptors.',
    registers,
  });
  const flush = new Histogram({
    name: 'burgee_sse_commit_to_flush_seconds',
    help: 'From the arrival of a change to the moment its event has left for all streams that keep up, once a change.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 30],
    registers,
  });
  void [flags, decisions, unleash];
  return {
    read: (result) => reads.count(result),
    decision: (kind, result) => decided[kind].count(result),
    unleash: (kind, result) => ofUnleash[kind].count(result),
    cacheHit: () => undefined,
    streamCapacity: (streams) => capacity.set(streams),
    streamOpened: () => open.inc(),
    streamClosed: () => open.dec(),
    streamRefused: (reason) => refused.inc({ reason }),
    eventSent: (type) => events.inc({ type }),
    commitToFlush: (seconds) => flush.observe(seconds),
  };
}
