import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '@burgee/launcher';
import { StreamClient } from '@burgee/testing';
import { type BenchHouse, openBenchHouse } from '../bench/bench-house.js';
import { DashboardClient, makeScene, type Scene } from '../bench/dashboard-client.js';
import { ROOT } from '../start/settings.js';
import { type Deliveries, keepToggling, watchDeliveries } from './deliveries.js';
import { descriptorLimit, vitalsOf } from './process-vitals.js';
import { publish, type Sample, type SoakResult } from './publish.js';

const REPLICAS = 2;
const SAMPLE_MILLISECONDS = 5_000;
/** A client end and a gateway's end are in different processes; this is for files and engines. */
const DESCRIPTORS_BESIDE = 300;

interface Options {
  streams: number;
  minutes: number;
  changesPerSecond: number;
  out: string;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      streams: { type: 'string', default: '5000' },
      minutes: { type: 'string', default: '10' },
      changes: { type: 'string', default: '5' },
      out: { type: 'string', default: join(ROOT, 'docs', 'benchmarks') },
    },
  });
  const number = (name: 'streams' | 'minutes' | 'changes') => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`--${name} has to be a number above 0.`);
    return value;
  };
  return {
    streams: number('streams'),
    minutes: number('minutes'),
    changesPerSecond: number('changes'),
    out: values.out,
  };
}

function checkLimit(streams: number): void {
  const [limit, needed] = [descriptorLimit(), streams + DESCRIPTORS_BESIDE];
  if (limit < needed)
    throw new Error(
      `${streams} streams need ${needed} open files a process, and ${limit} are allowed here.\n` +
        `Raise it:  ulimit -n ${needed}\nor ask for fewer:  npm run soak -- --streams ${limit - DESCRIPTORS_BESIDE}`,
    );
}

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function openAll(house: BenchHouse, scene: Scene, deliveries: Deliveries, streams: number) {
  const clients = Array.from({ length: streams }, (_, index) => {
    const base = () => house.gateways[index % REPLICAS]?.url ?? '';
    return new StreamClient({ base, sdkKey: scene.sdkKey, keepsFlags: false, onEvent: deliveries.heard }).start();
  });
  const startedAt = performance.now();
  while (clients.some((client) => !client.isOpen)) {
    if (performance.now() - startedAt > 180_000) throw new Error('Not all streams opened within three minutes.');
    await delay(250);
  }
  return { clients, openedInSeconds: (performance.now() - startedAt) / 1_000 };
}

async function sampleUntil(end: number, house: BenchHouse, clients: StreamClient[], deliveries: Deliveries) {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let next = startedAt; next <= end + 1; next += SAMPLE_MILLISECONDS) {
    await delay(Math.max(0, next - performance.now()));
    samples.push({
      seconds: (performance.now() - startedAt) / 1_000,
      replicas: house.gateways.map(({ pid }) => vitalsOf(pid)),
      open: clients.filter((client) => client.isOpen).length,
      latencies: deliveries.takeLatencies(),
    });
  }
  return samples;
}

/** `npm run soak`: thousands of streams over two replicas, some changes a second, for minutes; what it cost, as numbers and a picture. */
export async function soak(report: Report, args: string[]): Promise<void> {
  const { streams, minutes, changesPerSecond, out } = readOptions(args);
  checkLimit(streams);
  console.log(
    `${streams} streams, ${REPLICAS} replicas, ${changesPerSecond} changes/s, ${minutes} min; ${cpus().length} cores.`,
  );
  const house = await report('Starting a house', () => openBenchHouse(report, { sdkGateways: REPLICAS }));
  try {
    const scene = await makeScene(house.gatewayUrl, 100);
    const deliveries = watchDeliveries();
    const { clients, openedInSeconds } = await report(`Opening ${streams} streams`, () =>
      openAll(house, scene, deliveries, streams),
    );
    const end = performance.now() + minutes * 60_000;
    const client = new DashboardClient(house.flagsAdminUrl, scene.cookie);
    const toggling = keepToggling(client, scene, changesPerSecond, end, deliveries);
    const samples = await report(`Soaking for ${minutes} min`, () => sampleUntil(end, house, clients, deliveries));
    const changes = await toggling;
    await delay(2_000);
    const result: SoakResult = { streams, minutes, changes, openedInSeconds, samples, clients, deliveries };
    for (const one of clients) one.stop();
    mkdirSync(out, { recursive: true });
    const { text, svg } = publish(result);
    writeFileSync(join(out, 'soak.svg'), svg);
    console.log(text);
  } finally {
    await house.stop();
  }
}
