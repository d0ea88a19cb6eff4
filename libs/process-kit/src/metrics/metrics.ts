import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process, served at /metrics of the internal port. Seconds and bytes; no user or flag as a label. */
export const metrics = new Registry();

export const httpDuration = new Histogram({
  name: 'burgee_http_server_request_duration_seconds',
  help: 'Time from request to response, by route template.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers: [metrics],
});

export const dependencyUp = new Gauge({
  name: 'burgee_dependency_up',
  help: '1 when the engine answered last, 0 when it did not; absent while nothing is known of it.',
  labelNames: ['dependency'],
  registers: [metrics],
});

export const dependencySince = new Gauge({
  name: 'burgee_dependency_since_seconds',
  help: 'When it came into that state, seconds since 1970.',
  labelNames: ['dependency'],
  registers: [metrics],
});

export const dependencyRefused = new Gauge({
  name: 'burgee_dependency_refused',
  help: '1 while the engine answers and refuses this process for that reason, 0 once it does not; absent before.',
  labelNames: ['dependency', 'reason'],
  registers: [metrics],
});

const buildInfo = new Gauge({
  name: 'burgee_build_info',
  help: 'Always 1; the labels say what runs.',
  labelNames: ['service', 'node'],
  // Processes that answer on one port have one between them.
  aggregator: 'first',
  registers: [metrics],
});

/** Part of each value of `nodejs_eventloop_lag_*`. At the 10 ms that are usual, measuring is half of what an idle service costs. */
const EVENT_LOOP_SAMPLE_MILLISECONDS = 100;

export function describeBuild(service: string): void {
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MILLISECONDS });
  buildInfo.set({ service, node: process.version }, 1);
}
