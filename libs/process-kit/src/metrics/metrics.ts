import { collectDefaultMetrics, Counter, Gauge, Registry, Summary } from 'prom-client';
import { durationsByStatus } from './fast-metrics.js';

/** All metrics of this process, served at /metrics of the internal port. Seconds and bytes; no user, key or flag as a label. */
export const metrics = new Registry();

/** Excludes streams, which last as long as their clients like. */
export const observeRequest = durationsByStatus(
  'burgee_http_server_request_duration_seconds',
  'Time from a request to its answer, by the class of its status.',
  metrics,
);

/** Without buckets and methods, which would multiply the series of each route. */
export const routeDuration = new Summary({
  name: 'burgee_http_server_route_duration_seconds',
  help: 'The same by route template over all methods: count and total time.',
  labelNames: ['route'],
  percentiles: [],
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

export const dependencyReconnects = new Counter({
  name: 'burgee_dependency_reconnects_total',
  help: 'How often the engine answered again after it had not.',
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
  labelNames: ['service', 'version', 'commit', 'node'],
  // Of several processes behind one port, one reports it.
  aggregator: 'first',
  registers: [metrics],
});

/**
 * Included in each value of `nodejs_eventloop_lag_*`. At the usual 10 ms, sampling is half the load of an idle service.
 */
const EVENT_LOOP_SAMPLE_MILLISECONDS = 100;
/** Useless without a debugger, or said by another series: the p99 and maximum of the loop's lag, Node's version in our build. */
const OF_NODES_INSIDE = [
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_active_resources',
  'nodejs_active_handles',
  'nodejs_active_requests',
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_gc_duration_seconds',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p90_seconds',
  'nodejs_version_info',
];

/** The build of a process. */
interface Build {
  service: string;
  version: string;
  commit: string;
}

export function describeBuild(build: Build): void {
  collectDefaultMetrics({
    register: metrics,
    eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MILLISECONDS,
  });
  for (const name of OF_NODES_INSIDE) metrics.removeSingleMetric(name);
  buildInfo.set({ ...build, node: process.version }, 1);
}
