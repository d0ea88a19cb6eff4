import { percentile, type StreamClient } from '@burgee/testing';
import type { Deliveries } from './deliveries.js';
import type { ProcessMetrics } from './process-metrics.js';
import { slope } from './slope.js';

export interface Sample {
  seconds: number;
  replicas: ProcessMetrics[];
  open: number;
  latencies: Float64Array;
}

export interface SoakResult {
  streams: number;
  changes: number;
  openedInSeconds: number;
  samples: Sample[];
  clients: StreamClient[];
  deliveries: Deliveries;
}

const MEGABYTE = 1024 * 1024;
const names = (samples: Sample[]) => (samples[0]?.replicas ?? []).map((_, index) => `sdk-gateway-${index + 1}`);

function ofReplicas(samples: Sample[], value: (metrics: ProcessMetrics) => number) {
  return names(samples).map((name, index) => ({
    name,
    points: samples.map(({ seconds, replicas }) => [seconds, value(replicas[index] as ProcessMetrics)] as const),
  }));
}

/** Memory comes and goes with each collection; what counts is whether its heights rise. */
function describeMemory(points: readonly (readonly [number, number])[]): string {
  const middle = Math.floor(points.length / 2);
  const most = (some: typeof points) => Math.max(...some.map(([, megabytes]) => megabytes)).toFixed(0);
  const perHour = (slope(points) * 3_600).toFixed(0);
  return `RSS at most ${most(points.slice(0, middle))} MB in the first half, ${most(points.slice(middle))} MB in the second; slope ${perHour} MB/h`;
}

/** What the soak measured, one line each. */
export function summarize(result: SoakResult): string {
  const { streams, changes, openedInSeconds, samples, clients, deliveries } = result;
  const all = Float64Array.from(samples.flatMap(({ latencies }) => [...latencies])).toSorted();
  const rss = ofReplicas(samples, (metrics) => metrics.rss / MEGABYTE);
  const descriptors = ofReplicas(samples, (metrics) => metrics.descriptors);
  const sum = (value: (client: StreamClient) => number) => clients.reduce((total, one) => total + value(one), 0);
  const last = (points: readonly (readonly [number, number])[]) => points.at(-1)?.[1] ?? 0;
  const atEnd = clients.map(({ position }) => position?.revision);
  const lines = [
    `opened ${streams} streams in ${openedInSeconds.toFixed(1)} s (${sum(({ refused }) => refused)} times told to wait)`,
    `${changes} changes, ${deliveries.delivered} deliveries of ${changes * streams}`,
    `gaps, repetitions, disorder: ${sum(({ violations }) => violations.length)}`,
    `snapshots after the first: ${sum(({ snapshots }) => snapshots - 1)}; opened again: ${sum(({ opened }) => opened - 1)}`,
    `clients at the last revision: ${atEnd.filter((revision) => revision === Math.max(...atEnd.map(Number))).length}`,
    `PATCH sent to client, ms: p50 ${percentile(all, 0.5).toFixed(1)}, p99 ${percentile(all, 0.99).toFixed(1)}, p99.9 ${percentile(all, 0.999).toFixed(1)}, most ${percentile(all, 1).toFixed(1)}`,
    ...rss.map(({ name, points }) => `${name}: ${describeMemory(points)}`),
    ...descriptors.map(
      ({ name, points }) => `${name}: file descriptors ${points[0]?.[1]} at first, ${last(points)} at last`,
    ),
  ];
  return lines.join('\n');
}
