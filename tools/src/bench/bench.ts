import { cpus } from 'node:os';
import type { Report, ServiceSpec } from '@burgee/launcher';
import { openBenchHouse } from './bench-house.js';
import { benchStrict } from './bench-strict.js';
import { Commits } from './commits.js';
import { makeScene } from './dashboard-client.js';
import { measureEvaluations } from './measure-evaluations.js';
import { measureReads } from './measure-reads.js';
import { measureEnvironments } from './measure-environments.js';
import { measureDelivery } from './measure-delivery.js';
import { measureStorm } from './measure-storm.js';
import { measureManyStreams } from './measure-streams.js';
import { measureToggles } from './measure-toggles.js';
import { type Measurement, verdict } from './statistics.js';

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

function print(measurements: readonly Measurement[]): void {
  console.log(`\n| measured | Burgee | yardstick | ratio | target |\n| --- | --- | --- | --- | --- |`);
  for (const one of measurements)
    console.log(
      `| ${one.name} | ${number(one.ours)} ${one.unit} | ${number(one.yardstick)} ${one.unit} | ${one.ratio.toFixed(2)} | ${verdict(one)} |`,
    );
}

/** Reads and toggles, on a house as shipped. */
async function benchReadsAndToggles(report: Report): Promise<Measurement[]> {
  const house = await report('Starting a house to measure', () => openBenchHouse(report));
  try {
    const scene = await report('Making 100 flags', () => makeScene(house.gatewayUrl, 100));
    const reads = await report('Measuring reads', () => measureReads(house, scene));
    const toggles = await report('Measuring toggles', () => measureToggles(house, scene));
    return [...reads, ...toggles];
  } finally {
    await house.stop();
  }
}

/** Streams, on a house of their own: memory is measured from a fresh process on. Thousands are let in at once. */
async function benchStreams(report: Report): Promise<Measurement[]> {
  const settings = { STREAM_ADMISSION_PER_SECOND: '100000', STREAM_DRAIN_SECONDS: '0' };
  const house = await report('Starting a house for streams', () => openBenchHouse(report, { settings }));
  try {
    const scene = await report('Making 100 flags', () => makeScene(house.gatewayUrl, 100));
    const many = await report('Measuring 5,000 streams', () => measureManyStreams(house, scene));
    const environments = await report('Measuring environments', () => measureEnvironments(house, scene));
    return [...many, ...environments];
  } finally {
    await house.stop();
  }
}

/** How soon one change reaches one client, and a fleet. */
async function benchDelivery(report: Report): Promise<Measurement[]> {
  const commits = await Commits.listen();
  const adjust = (spec: ServiceSpec) => commits.noteIn(spec);
  const house = await report('Starting a house for deliveries', () => openBenchHouse(report, { adjust }));
  try {
    const scene = await makeScene(house.gatewayUrl, 100);
    return await report('Measuring deliveries', () => measureDelivery(house, commits, scene));
  } finally {
    await house.stop();
    commits.close();
  }
}

/** What a storm of clients does to reads, with the limits as shipped. */
async function benchStorm(report: Report): Promise<Measurement[]> {
  const house = await report('Starting a house for a storm', () => openBenchHouse(report));
  try {
    const scene = await makeScene(house.gatewayUrl, 20);
    return await report('Measuring a storm', () => measureStorm(house, scene));
  } finally {
    await house.stop();
  }
}

const PARTS: Record<string, (report: Report) => Promise<Measurement[]>> = {
  evaluation: (report: Report) => report('Measuring evaluations', measureEvaluations),
  basic: benchReadsAndToggles,
  strict: benchStrict,
  delivery: benchDelivery,
  streams: benchStreams,
  storm: benchStorm,
};

/** `npm run bench`: every number beside its yardstick, in one run on this machine; `npm run bench -- strict`: some. */
export async function bench(report: Report, names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}, only ${Object.keys(PARTS).join(', ')}.`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}); load and servers share them.`,
  );
  const chosen = Object.entries(PARTS).filter(([name]) => names.length === 0 || names.includes(name));
  for (const [, part] of chosen) print(await part(report));
}
