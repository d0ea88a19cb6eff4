import { metrics } from '@burgee/service-kit';
import { Counter, Gauge } from 'prom-client';

export const flagCacheRequests = new Counter({
  name: 'burgee_flag_cache_requests_total',
  help: 'Where the body of a flag set was found.',
  labelNames: ['result'],
  registers: [metrics],
});

export const sdkReads = new Counter({
  name: 'burgee_sdk_reads_total',
  help: 'Answers of GET /api/v1/flags.',
  labelNames: ['result'],
  registers: [metrics],
});

export const openStreams = new Gauge({
  name: 'burgee_sse_connections',
  help: 'Open event streams of this replica.',
  registers: [metrics],
});

export const sseEvents = new Counter({
  name: 'burgee_sse_events_total',
  help: 'Events written to streams, by kind.',
  labelNames: ['type'],
  registers: [metrics],
});
