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

const buildInfo = new Gauge({
  name: 'burgee_build_info',
  help: 'Always 1; the labels say what runs.',
  labelNames: ['service', 'node'],
  registers: [metrics],
});

export function describeBuild(service: string): void {
  collectDefaultMetrics({ register: metrics });
  buildInfo.set({ service, node: process.version }, 1);
}
