import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '@burgee/launcher';
import { ROOT } from '../start/settings.js';
import { type BenchCluster, type BenchOptions, startBenchCluster } from './bench-cluster.js';
import { type BenchFixture, makeFixture } from './bench-fixture.js';
import { putTable, ratiosOn } from './benchmarks-page.js';
import { measureAppends } from './measure-appends.js';
import { measureApplied } from './measure-applied.js';
import { measureDecisions } from './measure-decisions.js';
import { measureDelivery } from './measure-delivery.js';
import { measureDistance } from './measure-distance.js';
import { measureEdge } from './measure-edge.js';
import { measureEdges } from './measure-edges.js';
import { measureGrowth } from './measure-growth.js';
import { measureIdle } from './measure-idle.js';
import { MEASURABLE } from './held-memory.js';
import { measureMemory } from './measure-memory.js';
import { measureObserved } from './measure-observed.js';
import { measureOfrep, RUNS as OFREP_RUNS } from './measure-ofrep.js';
import { measureOpenings } from './measure-openings.js';
import { measurePage } from './measure-page.js';
import { measurePeers } from './measure-peers.js';
import { measureReads, measureReadsOfBuilds, PAIRS_OF_BUILDS, RUNS } from './measure-reads.js';
import { measureStatements } from './measure-statements.js';
import { measureStreams } from './measure-streams.js';
import { measureTenants, measureTenantsOfBuilds } from './measure-tenants.js';
import { measureUnleash } from './measure-unleash.js';
import { measureUsage } from './measure-usage.js';
import { measureWrites, measureWritesOfBuilds } from './measure-writes.js';
import { type Measurement, toTable } from './measurement.js';

type Measure = (cluster: BenchCluster, fixture: BenchFixture) => Promise<Measurement[]>;
type Bench = (report: Report, options: { against?: string; clients?: number }) => Promise<Measurement[]>;

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

/** Round trips to Postgres, in milliseconds. */
const DISTANCES = [40, 150];

/** Of builds up to 0.1.0, for the tenants: the limits as shipped, or near them. Other benches call faster. */
const LIMITED = { settings: { RATE_LIMIT_PER_SECOND: '200', CHANGES_PER_SECOND: '200', CHANGES_BURST: '1000' } };

/** A new bench is one more line. */
export const BENCHES: Record<string, Bench> = {
  reads: (report, { against }) =>
    against
      ? onCluster(report, measureReadsOfBuilds, { against, sdkGateways: PAIRS_OF_BUILDS })
      : onCluster(report, measureReads, { sdkGateways: RUNS }),
  observed: (report) => measureObserved(report, (measure, options) => onCluster(report, measure, options)),
  ofrep: (report) => onCluster(report, measureOfrep, { sdkGateways: OFREP_RUNS }),
  unleash: (report) => onCluster(report, measureUnleash, { sdkGateways: RUNS }),
  writes: (report, { against }) =>
    against ? ofBuilds(report, against, measureWritesOfBuilds) : onCluster(report, measureWrites),
  append: (report) => onCluster(report, measureAppends),
  growth: (report) => onCluster(report, measureGrowth),
  streams: (report) =>
    // Thousands of streams open at once here; fault tests prove the limits on that.
    onCluster(report, measureStreams, {
      settings: { STREAM_DRAIN_SECONDS: '0' },
    }),
  openings: (report) => onCluster(report, measureOpenings, { settings: { STREAM_DRAIN_SECONDS: '0' } }),
  edge: (report) => onCluster(report, measureEdge, { settings: { STREAM_DRAIN_SECONDS: '0', ...MEASURABLE } }),
  edges: (report) => onCluster(report, measureEdges, { settings: { STREAM_DRAIN_SECONDS: '0' } }),
  idle: (report) => onCluster(report, measureIdle, { settings: { STREAM_DRAIN_SECONDS: '0' } }),
  distance: async (report) => {
    const measured: Measurement[] = [];
    for (const roundTripMs of DISTANCES)
      measured.push(...(await onCluster(report, measureDistance(roundTripMs), { roundTripMs })));
    return measured;
  },
  memory: (report) => report('Letting it rest', measureMemory),
  decide: (report) => report('Deciding', measureDecisions),
  statements: (report) => onCluster(report, measureStatements),
  delivery: (report) => onCluster(report, measureDelivery),
  applied: (report, { clients }) =>
    onCluster(report, measureApplied(clients), { settings: { STREAM_DRAIN_SECONDS: '0' } }),
  usage: (report, { clients }) => onCluster(report, measureUsage(clients)),
  tenants: (report, { against }) =>
    against ? ofBuilds(report, against, measureTenantsOfBuilds, LIMITED) : onCluster(report, measureTenants),
  page: (report) => onCluster(report, measurePage),
  // Last: it needs a toolchain that not every machine has.
  peers: (report) => onCluster(report, measurePeers, { settings: { STREAM_DRAIN_SECONDS: '0' } }),
};

/** Those that can measure two builds. */
const AGAINST = new Set(['reads', 'writes', 'tenants']);
/** Those that can be tried with fewer clients. */
const CLIENTS_OF = new Set(['applied', 'usage']);

const PAGE = join(ROOT, 'docs', 'benchmarks.md');

/** Where and when a run took place; a load far above 0 says that the machine did other work as well. */
function describeRun(): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]?.toFixed(1);
  return `${day}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load} before it began.`;
}

function writePage(page: string): void {
  writeFileSync(PAGE, page);
}

/**
 * `npm run bench`: each value beside its yardstick, in one run on this machine. `npm run bench -- reads writes` runs some benches;
 * with `--write` their tables in docs/benchmarks.md are replaced. `npm run bench -- reads --against FOLDER` measures this build
 * next to the one of another checkout, which has to be built already and to work with this build's database schema; so do `writes`
 * and `tenants`, where each build has a schema of its own.
 * `npm run bench -- applied --clients 100` tries it with fewer.
 */
export async function bench(report: Report, args: string[]): Promise<void> {
  const { positionals: names, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { against: { type: 'string' }, clients: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  const unknown = names.filter((name) => !(name in BENCHES));
  if (unknown.length > 0)
    throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(BENCHES).join(', ')}.`);
  if (values.against && (!AGAINST.has(names.join(' ')) || values.write))
    throw new Error('Only `reads`, `writes` or `tenants` can measure --against a build, and do not --write that.');
  const clients = values.clients === undefined ? undefined : Number(values.clients);
  const takeClients = names.length > 0 && names.every((name) => CLIENTS_OF.has(name));
  if (clients !== undefined && (!takeClients || values.write || !(Number.isInteger(clients) && clients > 0)))
    throw new Error('Only `applied` and `usage` take --clients, a number, and do not --write that.');
  const options = { ...(values.against && { against: resolve(values.against) }), ...(clients && { clients }) };
  for (const [name, run] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const about = describeRun();
    const measured = await run(report, options);
    const page = readFileSync(PAGE, 'utf8');
    const table = toTable(measured, ratiosOn(page, name));
    console.log(`\n${table}\n\n${about} Load and servers share the cores.`);
    if (values.write) writePage(putTable(page, name, table, about));
  }
}
