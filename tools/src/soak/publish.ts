import { percentile, type StreamClient } from '@burgee/testing';
import { drawChart } from './chart.js';
import type { Deliveries } from './deliveries.js';
import type { Vitals } from './process-vitals.js';
import { slope } from './slope.js';

export interface Sample {
  seconds: number;
  replicas: Vitals[];
  open: number;
  latencies: Float64Array;
}

export interface SoakResult {
  streams: number;
  minutes: number;
  changes: number;
  openedInSeconds: number;
  samples: Sample[];
  clients: StreamClient[];
  deliveries: Deliveries;
}

const MEGABYTE = 1024 * 1024;
const names = (samples: Sample[]) => (samples[0]?.replicas ?? []).map((_, index) => `sdk-gateway-${index + 1}`);

function ofReplicas(samples: Sample[], value: (vitals: Vitals) => number) {
  return names(samples).map((name, index) => ({
    name,
    points: samples.map(({ seconds, replicas }) => [seconds, value(replicas[index] as Vitals)] as const),
  }));
}

function ofLatencies(samples: Sample[]) {
  const heard = samples.filter(({ latencies }) => latencies.length > 0);
  return [0.5, 0.99].map((share) => ({
    name: `p${share * 100}`,
    points: heard.map(({ seconds, latencies }) => [seconds, percentile(latencies, share)] as const),
  }));
}

/** Memory comes and goes with each collection; what counts is whether its heights rise. */
function describeMemory(points: readonly (readonly [number, number])[]): string {
  const middle = Math.floor(points.length / 2);
  const most = (some: typeof points) => Math.max(...some.map(([, megabytes]) => megabytes)).toFixed(0);
  const perHour = (slope(points) * 3_600).toFixed(0);
  return `RSS at most ${most(points.slice(0, middle))} MB in the first half, ${most(points.slice(middle))} MB in the second; slope ${perHour} MB/h`;
}

/** The numbers as text, and the picture. */
export function publish(result: SoakResult): { text: string; svg: string } {
  const { streams, minutes, changes, openedInSeconds, samples, clients, deliveries } = result;
  const all = Float64Array.from(samples.flatMap(({ latencies }) => [...latencies])).toSorted();
  const rss = ofReplicas(samples, (vitals) => vitals.rss / MEGABYTE);
  const descriptors = ofReplicas(samples, (vitals) => vitals.descriptors);
  const sum = (value: (client: StreamClient) => number) => clients.reduce((total, one) => total + value(one), 0);
  const last = (points: readonly (readonly [number, number])[]) => points.at(-1)?.[1] ?? 0;
  const atEnd = clients.map(({ place }) => place?.revision);
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
  const svg = drawChart(
    `${streams} streams, ${names(samples).length} replicas, ${minutes} minutes`,
    `${changes} changes, each to every stream; PATCH to client p50 ${percentile(all, 0.5).toFixed(0)} ms, p99 ${percentile(all, 0.99).toFixed(0)} ms`,
    [
      { title: 'From PATCH sent to client', unit: 'ms', series: ofLatencies(samples) },
      { title: 'Resident memory', unit: 'MB', series: rss },
      { title: 'File descriptors', unit: 'number', series: descriptors },
      {
        title: 'Open streams',
        unit: 'number',
        series: [{ name: 'all', points: samples.map(({ seconds, open }) => [seconds, open] as const) }],
      },
    ],
  );
  return { text: lines.join('\n'), svg };
}
