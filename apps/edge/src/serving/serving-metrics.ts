import type { ServingMetrics } from '@burgee/flag-serving';
import { CountedAnswers, CountedDecisions, Durations, durationsByStatus, metrics, SECONDS } from '@burgee/process-kit';
import { Counter, Gauge, Histogram } from 'prom-client';

const registers = [metrics];
const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
  new Counter({ name, help, labelNames, registers });

const seconds = (name: string, help: string, buckets = SECONDS) => new Durations({ name, help, buckets }, metrics);

/** Same names as at the gateway, since they count the same things. */
export function createServingMetrics(): ServingMetrics {
  const reads = new CountedAnswers();
  const decided = { single: new CountedDecisions(), bulk: new CountedDecisions() };
  const ofUnleash = {
    features: new CountedDecisions(),
    toggles: new CountedDecisions(),
    report: new CountedDecisions(),
  };
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
  const events = counter('burgee_sse_events_total', 'Events written to streams, by kind.', ['type']);
  const refused = counter('burgee_sse_refused_total', 'Streams that were refused, by reason.', ['reason']);
  const usage = counter('burgee_usage_reports_total', 'Usage reports, and entries that found no room.', ['result']);
  const open = new Gauge({ name: 'burgee_sse_connections', help: 'Open event streams of this edge.', registers });
  const capacity = new Gauge({
    name: 'burgee_sse_connections_limit',
    help: 'Streams for which this edge has file descriptors.',
    registers,
  });
  const keys = counter('burgee_keys_refused_total', 'Look-ups that refused a key or where it was used.', ['reason']);
  const read = durationsByStatus(
    'burgee_sdk_read_duration_seconds',
    'Time from a GET /api/v1/flags to its answer, by the class of its status.',
    metrics,
  );
  const ofrep = seconds('burgee_ofrep_duration_seconds', 'Time from a request of OFREP to its answer.');
  const decision = { single: ofrep.of({ kind: 'single' }), bulk: ofrep.of({ kind: 'bulk' }) };
  const opening = seconds(
    'burgee_sse_open_duration_seconds',
    'From the request for a stream to the moment it has been written what it begins with.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10, 30],
  ).of();
  const delivery = seconds(
    'burgee_sse_delivery_seconds',
    'From the arrival of a change to the moment the socket of a stream had taken its event, once a stream.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  ).of();
  const flush = new Histogram({
    name: 'burgee_sse_commit_to_flush_seconds',
    help: 'From the arrival of a change to the moment its event has left for all streams that keep up, once a change.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 30],
    registers,
  });
  // Series that alerts use start at 0: Prometheus misses the first increase of a new series.
  for (const result of ['stale', 'unavailable']) flags.inc({ result }, 0);
  for (const kind of ['single', 'bulk']) decisions.inc({ kind, result: 'stale' }, 0);
  void unleash;
  return {
    read: (result, status, took) => {
      reads.count(result);
      read(status, took);
    },
    decision: (kind, result, took) => {
      decided[kind].count(result);
      decision[kind](took);
    },
    unleash: (kind, result) => ofUnleash[kind].count(result),
    usage: (result) => usage.inc({ result }),
    cacheHit: () => undefined,
    keyRefused: (reason) => keys.inc({ reason }),
    streamCapacity: (streams) => capacity.set(streams),
    streamOpened: () => open.inc(),
    streamClosed: () => open.dec(),
    streamRefused: (reason) => refused.inc({ reason }),
    streamBegan: opening,
    eventSent: (type) => events.inc({ type }),
    commitToFlush: (took) => flush.observe(took),
    delivered: delivery,
  };
}
