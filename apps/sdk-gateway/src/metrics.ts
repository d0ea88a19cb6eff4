import { CountedAnswers, CountedDecisions, Durations, durationsByStatus, metrics, SECONDS } from '@burgee/process-kit';
import type { ServingMetrics } from '@burgee/flag-serving';
import { Counter, Gauge, Histogram } from 'prom-client';

export const flagCacheRequests = new Counter({
  name: 'burgee_flag_cache_requests_total',
  help: 'Where a flag set was found, once for all reads that share a primary check.',
  labelNames: ['result'],
  registers: [metrics],
  collect() {
    if (cacheHits > 0) this.inc({ result: 'memory' }, cacheHits);
    cacheHits = 0;
  },
});

const reads = new CountedAnswers();
const decided = { single: new CountedDecisions(), bulk: new CountedDecisions() };
const unleashAnswers = {
  features: new CountedDecisions(),
  toggles: new CountedDecisions(),
  report: new CountedDecisions(),
};
let cacheHits = 0;

const observeRead = durationsByStatus(
  'burgee_sdk_read_duration_seconds',
  'Time from a GET /api/v1/flags to its answer, by the class of its status.',
  metrics,
);

/** Counts one response of GET /api/v1/flags. */
export function countRead(result: string, status: number, seconds: number): void {
  reads.count(result);
  observeRead(status, seconds);
}

export const sdkReads = new Counter({
  name: 'burgee_sdk_reads_total',
  help: 'Answers of GET /api/v1/flags.',
  labelNames: ['result'],
  registers: [metrics],
  collect() {
    for (const [result, count] of reads.take()) this.inc({ result }, count);
  },
});

const ofrepDurations = new Durations(
  { name: 'burgee_ofrep_duration_seconds', help: 'Time from a request of OFREP to its answer.', buckets: SECONDS },
  metrics,
);
const observeDecision = {
  single: ofrepDurations.of({ kind: 'single' }),
  bulk: ofrepDurations.of({ kind: 'bulk' }),
};

const decisions = new Counter({
  name: 'burgee_ofrep_answers_total',
  help: 'Answers of OFREP, by kind of request.',
  labelNames: ['kind', 'result'],
  registers: [],
  collect() {
    for (const kind of ['single', 'bulk'] as const)
      for (const [result, count] of decided[kind].take()) this.inc({ kind, result }, count);
  },
});
metrics.registerMetric(decisions);

const answersOfUnleash = new Counter({
  name: 'burgee_unleash_answers_total',
  help: "Answers of Unleash's client API, by kind of request.",
  labelNames: ['kind', 'result'],
  registers: [],
  collect() {
    for (const kind of ['features', 'toggles', 'report'] as const)
      for (const [result, count] of unleashAnswers[kind].take()) this.inc({ kind, result }, count);
  },
});
metrics.registerMetric(answersOfUnleash);

// Series that alerts use start at 0: Prometheus misses the first increase of a new series.
flagCacheRequests.inc({ result: 'corrupt' }, 0);
for (const result of ['stale', 'unavailable']) sdkReads.inc({ result }, 0);
for (const kind of ['single', 'bulk']) decisions.inc({ kind, result: 'stale' }, 0);

const usageReports = new Counter({
  name: 'burgee_usage_reports_total',
  help: 'Usage reports, and entries of OFREP and the front-end API of Unleash that found no room.',
  labelNames: ['result'],
  registers: [metrics],
});

const openStreams = new Gauge({
  name: 'burgee_sse_connections',
  help: 'Open event streams of this replica.',
  registers: [metrics],
});

export const streamsOfBusiestAddress = new Gauge({
  name: 'burgee_sse_connections_of_busiest_address',
  help: 'Open event streams from the one address that has most.',
  registers: [metrics],
});

const streamCapacity = new Gauge({
  name: 'burgee_sse_connections_limit',
  help: 'Streams for which this replica has file descriptors.',
  registers: [metrics],
});

const sseEvents = new Counter({
  name: 'burgee_sse_events_total',
  help: 'Events written to streams, by kind.',
  labelNames: ['type'],
  registers: [metrics],
});

const commitToFlush = new Histogram({
  name: 'burgee_sse_commit_to_flush_seconds',
  help: 'From the writing of a change to the moment its event has left for all streams that keep up, once a change.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 30],
  registers: [metrics],
});

const observeDelivery = new Durations(
  {
    name: 'burgee_sse_delivery_seconds',
    help: 'From the writing of a change to the moment the socket of a stream had taken its event, once a stream.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  metrics,
).of();

const observeOpening = new Durations(
  {
    name: 'burgee_sse_open_duration_seconds',
    help: 'From the request for a stream to the moment it has been written what it begins with.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10, 30],
  },
  metrics,
).of();

const refusedKeys = new Counter({
  name: 'burgee_keys_refused_total',
  help: 'Look-ups that refused a key or where it was used. Requests that share a look-up are one.',
  labelNames: ['reason'],
  registers: [metrics],
});

const failedWrites = new Counter({
  name: 'burgee_fallback_write_failures_total',
  help: 'Last known good answers that could not be written to disk.',
  registers: [metrics],
});

export const countFailedWrite = (): void => failedWrites.inc();

const givenUpFiles = new Counter({
  name: 'burgee_fallback_files_given_up_total',
  help: 'Last known good answers whose files, or places in line for one, gave way to others: LAST_KNOWN_GOOD_MB, FLAG_MEMORY_MB.',
  registers: [metrics],
});

export const countGivenUpFile = (): void => givenUpFiles.inc();

const refusedStreams = new Counter({
  name: 'burgee_sse_refused_total',
  help: 'Streams that were refused, by reason.',
  labelNames: ['reason'],
  registers: [metrics],
});

export const breakerOpen = new Gauge({
  name: 'burgee_breaker_open',
  help: '1 while the circuit breaker in front of this dependency is open, else 0.',
  labelNames: ['dependency'],
  registers: [metrics],
});

export const SERVING_METRICS: ServingMetrics = {
  read: countRead,
  decision: (kind, result, seconds) => {
    decided[kind].count(result);
    observeDecision[kind](seconds);
  },
  unleash: (kind, result) => unleashAnswers[kind].count(result),
  usage: (result) => usageReports.inc({ result }),
  cacheHit: () => void cacheHits++,
  keyRefused: (reason) => refusedKeys.inc({ reason }),
  streamCapacity: (streams) => streamCapacity.set(streams),
  streamOpened: () => openStreams.inc(),
  streamClosed: () => openStreams.dec(),
  streamRefused: (reason) => refusedStreams.inc({ reason }),
  streamBegan: observeOpening,
  eventSent: (type) => sseEvents.inc({ type }),
  commitToFlush: (seconds) => commitToFlush.observe(seconds),
  delivered: observeDelivery,
};
