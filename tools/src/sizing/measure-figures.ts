import { cpus } from 'node:os';
import type { Report } from '@burgee/launcher';
import type { Figures } from '@burgee/sizing';
import { eventually, startEdge } from '@burgee/testing';
import pg from 'pg';
import { type BenchCluster, startBenchCluster } from '../bench/bench-cluster.js';
import { type BenchFixture, makeFixture } from '../bench/bench-fixture.js';
import { FLAGS, makeDecidable } from '../bench/decision-fixture.js';
import { toggleFlag } from '../bench/toggle-flag.js';
import { readProcessMetrics } from '../soak/process-metrics.js';
import { costOf } from './cost-of.js';
import { measureOpenStreams } from './measure-open-streams.js';
import { measureRequests } from './measure-requests.js';

const CHANGES = 400;
const CHANGES_FIRST = 100;
/** A flag that is on or off. */
const SWITCHED = 1;
const MIB = 2 ** 20;
const AUDIT_BYTES = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::int as bytes from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'audit' and c.relkind = 'r'`;

const SERVICES = {
  apiGateway: 'api-gateway',
  auth: 'auth',
  flagsAdmin: 'flags-admin',
  audit: 'audit',
  usage: 'usage',
  gateway: 'sdk-gateway-1',
  postgres: 'postgres',
  nats: 'nats',
  redis: 'redis',
} as const;

function pidsOf({ processes }: BenchCluster): Record<keyof typeof SERVICES, number> {
  const pids = Object.entries(SERVICES).map(([name, process]) => {
    const pid = processes.find((one) => one.name === process)?.pid;
    if (!pid) throw new Error(`${process} does not run.`);
    return [name, pid];
  });
  return Object.fromEntries(pids) as Record<keyof typeof SERVICES, number>;
}

async function auditBytes({ postgresUrl }: BenchCluster): Promise<number> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    return (await client.query<{ bytes: number }>(AUDIT_BYTES)).rows[0]?.bytes ?? 0;
  } finally {
    await client.end();
  }
}

async function measureAll(cluster: BenchCluster, fixture: BenchFixture): Promise<Omit<Figures, 'measured' | 'flags'>> {
  await makeDecidable(cluster.gatewayUrl, fixture);
  const { usage, ...changed } = pidsOf(cluster);
  let on = false;
  const change = () => toggleFlag(cluster.gatewayUrl, fixture, SWITCHED, (on = !on));
  const changes = async (count: number) => {
    for (let done = 0; done < count; done++) await change();
    return count;
  };
  await changes(CHANGES_FIRST);
  const sizeBefore = await auditBytes(cluster);
  const perChange = await costOf(changed, () => changes(CHANGES));
  const bytes = ((await auditBytes(cluster)) - sizeBefore) / CHANGES;
  const mib = (pid: number) => readProcessMetrics(pid).rss / MIB;
  const services = { ...changed, usage };
  const { postgres: _, nats: __, redis: ___, ...measured } = services;
  const processMib = Object.fromEntries(Object.entries(measured).map(([name, pid]) => [name, mib(pid)]));

  const { gateway, postgres } = changed;
  const [url, key] = [cluster.sdkGatewayUrl, fixture.sdkKey];
  const requests = await measureRequests(url, key, { gateway, postgres });
  const streams = await measureOpenStreams(url, key, { gateway, postgres }, change);

  const edge = await startEdge({ UPSTREAM_URLS: url, SDK_KEYS: key, LOG_LEVEL: 'info' });
  try {
    const pids = { edge: edge.process.pid };
    const ask = () => fetch(`${edge.url}/api/v1/flags`, { headers: { 'x-sdk-key': key } });
    await eventually(async () => (await ask()).status === 200);
    const edgeMib = mib(pids.edge);
    const atEdge = await measureRequests(edge.url, key, pids);
    const streamsAtEdge = await measureOpenStreams(edge.url, key, pids, change);
    return {
      read: { ...requests.read, ...atEdge.read },
      notModified: { ...requests.notModified, ...atEdge.notModified },
      decision: { ...requests.decision, ...atEdge.decision },
      bulkDecision: { ...requests.bulkDecision, ...atEdge.bulkDecision },
      opening: { ...streams.opening, ...streamsAtEdge.opening },
      delivery: { gateway: streams.delivery.gateway, ...streamsAtEdge.delivery },
      idleSecond: { gateway: streams.idleSecond.gateway, ...streamsAtEdge.idleSecond },
      change: perChange,
      streamKib: { gateway: streams.kib, edge: streamsAtEdge.kib },
      processMib: { ...processMib, edge: edgeMib } as Figures['processMib'],
      auditBytes: bytes,
    };
  } finally {
    await edge.stop();
  }
}

/** Measures what one of each service holds, on a cluster of its own. */
export async function measureFigures(report: Report): Promise<Figures> {
  const settings = { STREAM_DRAIN_SECONDS: '0' };
  const cluster = await report('Starting a cluster', () => startBenchCluster(report, { settings }));
  try {
    const fixture = await report(`Making ${FLAGS} flags`, () => makeFixture(cluster.gatewayUrl, FLAGS));
    const figures = await report('Measuring what one of each holds', () => measureAll(cluster, fixture));
    const model = cpus()[0]?.model.trim();
    const measured = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${model}, ${FLAGS} flags.`;
    return { measured, flags: FLAGS, ...figures };
  } finally {
    await cluster.stop();
  }
}
