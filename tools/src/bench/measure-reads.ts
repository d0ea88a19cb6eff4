import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SDK_KEY_HEADER } from '@burgee/contracts/wire';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { compare, type Measurement, type Round } from './measurement.js';
import {
  describeRuns,
  type MeasuredServer,
  measureRun,
  OF_THE_SERVER,
  requestsPerSecond,
  type Run,
  warmTurns,
} from './throughput.js';

/** Two processes of one build differ by up to a fifth, by what Node happens to compile. So each build has some, measured in pairs. */
export const PAIRS_OF_BUILDS = 4;
const ROUNDS_OF_A_PAIR = 12;

type Headers = Record<string, string>;

/** An address, and what is answered there to a read without a condition. */
interface Target {
  url: string;
  /** The headers of a read, with its key. */
  ask: Headers;
  body: string;
  headers: Headers;
}

type Kind = '200' | '304';
export const KINDS: readonly Kind[] = ['200', '304'];

/** Reads per second of whole answers (200) or of 304. */
const rateOf =
  (kind: Kind, { url, ask, headers }: Target) =>
  () =>
    kind === '200'
      ? requestsPerSecond({ url, headers: ask }, '2xx')
      : requestsPerSecond({ url, headers: { ...ask, 'if-none-match': headers.etag ?? '' } }, '3xx');

/**
 * Asks for its health first, as a load balancer does: from then on Node follows what is asynchronous, which costs every read.
 * @returns what is answered there to a read
 */
export async function readTarget(url: string, ask: Headers): Promise<Target> {
  await (await fetch(new URL('/readyz', url))).text();
  const response = await fetch(url, { headers: { ...ask, 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OF_THE_SERVER.has(name)));
  return { url, ask, headers, body: await response.text() };
}

/** Reads per second of two servers in turns. */
export const measurePair = (kind: Kind, rounds: number, ours: Target, yardstick: Target): Promise<Round[]> =>
  warmTurns(rounds, rateOf(kind, ours), rateOf(kind, yardstick));

async function startBareServer({ ask, body, headers }: Target): Promise<{ target: Target; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare-server.js'));
  child.send({ body, headers });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { target: { url: `http://127.0.0.1:${port}`, ask, body, headers }, child };
}

/** Reads of some servers, one after the other, each next to a bare server that sends the same bytes. @param nameOf names a row */
export async function measureReadsOf(
  servers: readonly MeasuredServer[],
  ask: Headers,
  nameOf: (kind: Kind) => string,
): Promise<Measurement[]> {
  const runs: Record<Kind, Run[]> = { '200': [], '304': [] };
  for (const [index, { url, pids }] of servers.entries()) {
    const target = await readTarget(url, ask);
    const bare = await startBareServer(target);
    try {
      for (const kind of KINDS)
        runs[kind].push(
          await measureRun(
            `run ${index + 1}, ${kind}`,
            { rate: rateOf(kind, target), pids },
            { rate: rateOf(kind, bare.target), pids: { bare: bare.child.pid ?? 0 } },
          ),
        );
    } finally {
      bare.child.disconnect();
    }
  }
  return KINDS.flatMap((kind) => describeRuns(nameOf(kind), runs[kind]));
}

/** The gateways of a cluster, each with Postgres, which checks every read. @param path of a read */
export function gatewaysOf({ gateways, processes }: BenchCluster, path: string): MeasuredServer[] {
  const postgres = processes.find(({ name }) => name === 'postgres')?.pid ?? 0;
  return gateways.map(({ url, pid }) => ({ url: url + path, pids: { gateway: pid, postgres } }));
}

/** GET /api/v1/flags, strict, compared with a bare server that sends the same bytes. */
export async function measureReads(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const ask = { [SDK_KEY_HEADER]: fixture.sdkKey };
  const { body } = await readTarget(`${cluster.sdkGatewayUrl}/api/v1/flags`, ask);
  const size = `${fixture.flagIds.length} flags, ${(body.length / 1000).toFixed(0)} kB`;
  return measureReadsOf(
    gatewaysOf(cluster, '/api/v1/flags'),
    ask,
    (kind) => `GET /api/v1/flags, strict, ${kind === '200' ? size : kind}`,
  );
}

/** GET /api/v1/flags, strict: this build (the first half of the replicas) against another build (the second half). */
export async function measureReadsOfBuilds(cluster: BenchCluster, { sdkKey }: BenchFixture): Promise<Measurement[]> {
  const ask = { [SDK_KEY_HEADER]: sdkKey };
  const targets = await Promise.all(cluster.gateways.map(({ url }) => readTarget(`${url}/api/v1/flags`, ask)));
  const pairs = targets.slice(0, PAIRS_OF_BUILDS).map((ours, index): [Target, Target] => {
    const theirs = targets[index + PAIRS_OF_BUILDS] as Target;
    if (ours.body !== theirs.body) throw new Error(`The two builds answer differently:\n${ours.body}\n${theirs.body}`);
    return [ours, theirs];
  });
  const measurements: Measurement[] = [];
  for (const kind of KINDS) {
    const rounds: Round[] = [];
    for (const pair of pairs) rounds.push(...(await measurePair(kind, ROUNDS_OF_A_PAIR, ...pair)));
    const name = `GET /api/v1/flags, strict, ${kind}, vs. the other build`;
    measurements.push(compare(rounds, { name, unit: 'requests/s' }));
  }
  return measurements;
}
