import { cpus } from 'node:os';
import type { Report } from '@burgee/launcher';
import { StreamClient } from '@burgee/testing';
import { type BenchCluster, startBenchCluster } from '../bench/bench-cluster.js';
import { type BenchFixture, makeFixture } from '../bench/bench-fixture.js';
import { type Deliveries, keepToggling, watchDeliveries } from './deliveries.js';
import { descriptorLimit, readProcessMetrics } from './process-metrics.js';
import { type Sample, type SoakResult, summarize } from './summarize.js';

const REPLICAS = 2;
const SAMPLE_MILLISECONDS = 5_000;
/** A client end and a gateway's end are in different processes; this is for files and engines. */
const DESCRIPTORS_BESIDE = 300;

export interface Options {
  streams: number;
  minutes: number;
  changesPerSecond: number;
}

function checkLimit(streams: number): void {
  const [limit, needed] = [descriptorLimit(), streams + DESCRIPTORS_BESIDE];
  if (limit < needed)
    throw new Error(
      `${streams} streams need ${needed} open files a process, and ${limit} are allowed here.\n` +
        `Raise it: ulimit -n ${needed}`,
    );
}

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function openAll(cluster: BenchCluster, fixture: BenchFixture, deliveries: Deliveries, streams: number) {
  const clients = Array.from({ length: streams }, (_, index) => {
    const base = () => cluster.gateways[index % REPLICAS]?.url ?? '';
    return new StreamClient({ base, sdkKey: fixture.sdkKey, keepsFlags: false, onEvent: deliveries.heard }).start();
  });
  const startedAt = performance.now();
  while (clients.some((client) => !client.isOpen)) {
    if (performance.now() - startedAt > 180_000) throw new Error('Not all streams opened within three minutes.');
    await delay(250);
  }
  return { clients, openedInSeconds: (performance.now() - startedAt) / 1_000 };
}

async function sampleUntil(end: number, cluster: BenchCluster, clients: StreamClient[], deliveries: Deliveries) {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let next = startedAt; next <= end + 1; next += SAMPLE_MILLISECONDS) {
    await delay(Math.max(0, next - performance.now()));
    samples.push({
      seconds: (performance.now() - startedAt) / 1_000,
      replicas: cluster.gateways.map(({ pid }) => readProcessMetrics(pid)),
      open: clients.filter((client) => client.isOpen).length,
      latencies: deliveries.takeLatencies(),
    });
  }
  return samples;
}

/** Holds streams open over two replicas for minutes, with some changes a second. Prints what it cost. */
export async function soak(report: Report, { streams, minutes, changesPerSecond }: Options): Promise<SoakResult> {
  checkLimit(streams);
  console.log(
    `${streams} streams, ${REPLICAS} replicas, ${changesPerSecond} changes/s, ${minutes} min; ${cpus().length} cores.`,
  );
  const cluster = await report('Starting a bench cluster', () => startBenchCluster(report, { sdkGateways: REPLICAS }));
  try {
    const fixture = await makeFixture(cluster.gatewayUrl, 100);
    const deliveries = watchDeliveries();
    const { clients, openedInSeconds } = await report(`Opening ${streams} streams`, () =>
      openAll(cluster, fixture, deliveries, streams),
    );
    const end = performance.now() + minutes * 60_000;
    const toggling = keepToggling(cluster.flagsAdminUrl, fixture, changesPerSecond, end, deliveries);
    const samples = await report(`Soaking for ${minutes} min`, () => sampleUntil(end, cluster, clients, deliveries));
    const changes = await toggling;
    await delay(2_000);
    const result: SoakResult = { streams, changes, openedInSeconds, samples, clients, deliveries };
    for (const one of clients) one.stop();
    console.log(summarize(result));
    return result;
  } finally {
    await cluster.stop();
  }
}
