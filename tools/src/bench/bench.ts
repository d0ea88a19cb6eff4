import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '@burgee/launcher';
import { ROOT } from '../start/settings.js';
import { type BenchCluster, type BenchOptions, startBenchCluster } from './bench-cluster.js';
import { type BenchFixture, makeFixture } from './bench-fixture.js';
import { putTable } from './benchmarks-page.js';
import { measureEdge } from './measure-edge.js';
import { MEASURABLE } from './held-memory.js';
import { measureOfrep } from './measure-ofrep.js';
import { measurePage } from './measure-page.js';
import { measureReads, measureReadsOfBuilds, PAIRS_OF_BUILDS } from './measure-reads.js';
import { measureStreams } from './measure-streams.js';
import { measureTenants, measureTenantsOfBuilds } from './measure-tenants.js';
import { measureUnleash } from './measure-unleash.js';
import { measureWrites, measureWritesOfBuilds } from './measure-writes.js';
import { type Measurement, toTable } from './measurement.js';
import { RUNS } from './throughput.js';

type Measure = (cluster: BenchCluster, fixture: BenchFixture) => Promise<Measurement[]>;
type Bench = (report: Report, options: { against?: string }) => Promise<Measurement[]>;

const FLAGS = 100;

/** Each bench has a cluster of its own, so that none starts with what another left in memory. */
async function onCluster(report: Report, measure: Measure, options: BenchOptions = {}): Promise<Measurement[]> {
  const cluster = await report('Starting a bench cluster', () => startBenchCluster(report, options));
  try {
    const fixture = await report(`Making ${FLAGS} flags`, () => makeFixture(cluster.gatewayUrl, FLAGS));
    return await report('Measuring', () => measure(cluster, fixture));
  } finally {
    await cluster.stop();
  }
}

type Build = BenchCluster & { fixture: BenchFixture };

/** The other build starts its own cluster, on its own schema. */
async function ofBuilds(
  report: Report,
  against: string,
  measure: (ours: Build, theirs: Build) => Promise<Measurement[]>,
  ofTheirs: BenchOptions = {},
): Promise<Measurement[]> {
  const theirs = (file: string) => import(join(against, 'tools', 'dist', 'bench', file));
  const other = (await theirs('bench-cluster.js')) as typeof import('./bench-cluster.js');
  const cluster = await report('Starting the cluster of the other build', () =>
    other.startBenchCluster(report, ofTheirs),
  );
  try {
    const { makeFixture: make } = (await theirs('bench-fixture.js')) as typeof import('./bench-fixture.js');
    const build = { ...cluster, fixture: await make(cluster.gatewayUrl, FLAGS) };
    return await onCluster(report, (ours, fixture) => measure({ ...ours, fixture }, build));
  } finally {
    await cluster.stop();
  }
}

/** Of builds up to 0.1.0, for the tenants: the limits as shipped, or near them. Other benches call faster. */
const LIMITED = { settings: { RATE_LIMIT_PER_SECOND: '200', CHANGES_PER_SECOND: '200', CHANGES_BURST: '1000' } };

/** A gateway stops at once, however many streams are open. */
const NO_DRAIN = { STREAM_DRAIN_SECONDS: '0' };

/** A new bench is one more line. */
export const BENCHES: Record<string, Bench> = {
  reads: (report, { against }) =>
    against
      ? onCluster(report, measureReadsOfBuilds, { against, sdkGateways: PAIRS_OF_BUILDS })
      : onCluster(report, measureReads, { sdkGateways: RUNS }),
  writes: (report, { against }) =>
    against ? ofBuilds(report, against, measureWritesOfBuilds) : onCluster(report, measureWrites),
  streams: (report) => onCluster(report, measureStreams, { settings: NO_DRAIN }),
  tenants: (report, { against }) =>
    against ? ofBuilds(report, against, measureTenantsOfBuilds, LIMITED) : onCluster(report, measureTenants),
  edge: (report) => onCluster(report, measureEdge, { settings: { ...NO_DRAIN, ...MEASURABLE } }),
  page: (report) => onCluster(report, measurePage),
  // Last: it needs a toolchain that not every machine has.
  decisions: async (report) => [
    ...(await onCluster(report, measureOfrep, { sdkGateways: RUNS })),
    ...(await onCluster(report, measureUnleash, { sdkGateways: RUNS })),
  ],
};

/** Benchmarks that can compare two builds. */
const AGAINST = new Set(['reads', 'writes', 'tenants']);

const PAGE = join(ROOT, 'docs', 'benchmarks.md');

/** Where and when a run took place. A load far above 0 means that the machine was also doing other work. */
function describeRun(): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  return `${day}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load} before it began.`;
}

/**
 * `npm run bench`: each value and its yardstick, in one run on this machine. `npm run bench -- reads writes` runs some benches;
 * with `--write` their tables in docs/benchmarks.md are replaced. `npm run bench -- reads --against FOLDER` measures this build
 * next to the one of another checkout, which has to be built already and to work with this build's database schema; so do `writes`
 * and `tenants`, where each build has a schema of its own.
 */
export async function bench(report: Report, args: string[]): Promise<void> {
  const { positionals: names, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { against: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const unknown = names.filter((name) => !(name in BENCHES));
  if (unknown.length > 0)
    throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(BENCHES).join(', ')}.`);
  if (values.against && (!AGAINST.has(names.join(' ')) || values.write))
    throw new Error('Only `reads`, `writes` or `tenants` can measure --against a build, and do not --write that.');
  const options = values.against ? { against: resolve(values.against) } : {};
  for (const [name, run] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const about = describeRun();
    const measured = await run(report, options);
    const table = toTable(measured);
    console.log(`\n${table}\n\n${about} Load and servers share the cores.`);
    if (values.write) writeFileSync(PAGE, putTable(readFileSync(PAGE, 'utf8'), name, table, about));
  }
}
