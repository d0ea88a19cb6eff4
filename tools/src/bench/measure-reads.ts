import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SDK_KEY_HEADER } from '@burgee/contracts/wire';
import autocannon from 'autocannon';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { compare, compareRuns, type Measurement, type Round, takeTurns } from './measurement.js';
import { processorTime } from './processor-time.js';

const CONNECTIONS = 64;
/** Short, because what else the machine does changes from second to second. */
const ROUND_SECONDS = 1;
/** Each with a gateway and a bare server of its own, because two processes of one build differ. */
export const RUNS = 10;
export const HELD_AT_LEAST = 8;
const ROUNDS_OF_A_RUN = 4;
/** Two processes of one build differ by up to a fifth, by what Node happens to compile. So each build has some, measured in pairs. */
export const PAIRS_OF_BUILDS = 4;
const ROUNDS_OF_A_PAIR = 12;
const WARM_UP_ROUNDS = 2;

/** What Node sends of itself with every answer. */
const OF_THE_SERVER = new Set(['connection', 'content-length', 'date', 'keep-alive']);

type Headers = Record<string, string>;

/** An address, and what is answered there to a read without a condition. */
interface Target {
  url: string;
  /** What a read says who asks with. */
  ask: Headers;
  body: string;
  headers: Headers;
}

interface Pair {
  ours: Target;
  yardstick: Target;
}

export type Kind = '200' | '304';
export const KINDS: readonly Kind[] = ['200', '304'];

async function requestsPerSecond(url: string, headers: Headers): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const wanted = headers['if-none-match'] ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || wanted !== result.requests.total)
    throw new Error(
      `${url} gave ${result.errors} errors and ${result.requests.total - wanted} answers of another kind`,
    );
  return result.requests.total / result.duration;
}

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

/** Reads per second of whole answers (200) or of 304, of two servers in turns. */
export async function measureBeside(kind: Kind, rounds: number, pair: Pair): Promise<Round[]> {
  const rate =
    ({ url, ask, headers }: Target) =>
    () =>
      requestsPerSecond(url, { ...ask, ...(kind === '304' && { 'if-none-match': headers.etag ?? '' }) });
  const turns = (count: number) => takeTurns(count, rate(pair.ours), rate(pair.yardstick));
  await turns(WARM_UP_ROUNDS);
  return turns(rounds);
}

async function startBareServer({ ask, body, headers }: Target): Promise<{ target: Target; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'bare-server.js'));
  child.send({ body, headers });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { target: { url: `http://127.0.0.1:${port}`, ask, body, headers }, child };
}

/** Microseconds of processor time that a read took in each of these processes, as `rounds` were measured. */
async function withProcessorTime(
  pids: Record<string, number>,
  measure: () => Promise<Round[]>,
): Promise<{ rounds: Round[]; spent: Record<string, number> }> {
  const now = () => Object.values(pids).map((pid) => processorTime([pid]));
  const before = now();
  const rounds = await measure();
  const spent = now().map((milliseconds, index) => milliseconds - (before[index] ?? 0));
  return { rounds, spent: Object.fromEntries(Object.keys(pids).map((name, index) => [name, spent[index] ?? 0])) };
}

/** An address beside a bare server that sends the same bytes, both of them new. @param pids of what its reads take time of */
export async function measureRun(
  name: string,
  url: string,
  pids: Record<string, number>,
  ask: Headers,
): Promise<Record<Kind, Round[]>> {
  const ours = await readTarget(url, ask);
  const { target: yardstick, child } = await startBareServer(ours);
  const measured: Partial<Record<Kind, Round[]>> = {};
  try {
    for (const kind of KINDS) {
      const { rounds, spent } = await withProcessorTime({ ...pids, bare: child.pid ?? 0 }, () =>
        measureBeside(kind, ROUNDS_OF_A_RUN, { ours, yardstick }),
      );
      measured[kind] = rounds;
      console.log(`  ${name}, ${kind}: ${describeRun(rounds, spent)}`);
    }
  } finally {
    child.disconnect();
  }
  return measured as Record<Kind, Round[]>;
}

/** What tells a good run from a bad one: where its processor time went. */
function describeRun(rounds: readonly Round[], spent: Record<string, number>): string {
  const { ours, yardstick, ratio } = compare(rounds, { name: '', unit: '' });
  const seconds = (rounds.length + WARM_UP_ROUNDS) * ROUND_SECONDS;
  const each = (name: string, perSecond: number) =>
    `${(((spent[name] ?? 0) * 1_000) / (perSecond * seconds)).toFixed(1)} µs`;
  const rates = `${ours.toFixed(0)} beside ${yardstick.toFixed(0)} requests/s, ratio ${ratio.toFixed(2)}`;
  const parts = Object.keys(spent).map((name) => `${each(name, name === 'bare' ? yardstick : ours)} of ${name}`);
  return `${rates}; a read takes ${parts.join(', ')}`;
}

/** GET /api/v1/flags, strict, beside a bare server that sends the same bytes. */
export async function measureReads(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const runs: Record<Kind, Round[]>[] = [];
  const postgres = cluster.processes.find(({ name }) => name === 'postgres')?.pid ?? 0;
  const ask = { [SDK_KEY_HEADER]: fixture.sdkKey };
  for (const [run, { url, pid }] of cluster.gateways.entries())
    runs.push(await measureRun(`run ${run + 1}`, `${url}/api/v1/flags`, { gateway: pid, postgres }, ask));
  const { body } = await readTarget(`${cluster.sdkGatewayUrl}/api/v1/flags`, ask);
  const size = `${fixture.flagIds.length} flags, ${(body.length / 1000).toFixed(0)} kB`;
  return KINDS.map((kind) =>
    compareRuns(
      runs.map((run) => run[kind]),
      {
        name: `GET /api/v1/flags, strict, ${kind === '200' ? size : kind}`,
        unit: 'requests/s',
        target: { atLeast: 0.9 },
      },
      HELD_AT_LEAST,
    ),
  );
}

interface OtherBuild {
  name: string;
  /** The ratio that is to be reached. */
  atLeast: number;
}

const ANY_BUILD: OtherBuild = { name: 'the other build', atLeast: 0.95 };

/** GET /api/v1/flags, strict, of this build (the first half of the replicas) beside another build (the second half). */
export async function measureReadsOfBuilds(
  cluster: BenchCluster,
  { sdkKey }: BenchFixture,
  { name, atLeast }: OtherBuild = ANY_BUILD,
): Promise<Measurement[]> {
  const ask = { [SDK_KEY_HEADER]: sdkKey };
  const targets = await Promise.all(cluster.gateways.map(({ url }) => readTarget(`${url}/api/v1/flags`, ask)));
  const pairs = targets.slice(0, PAIRS_OF_BUILDS).map((ours, index) => {
    const yardstick = targets[index + PAIRS_OF_BUILDS] as Target;
    if (ours.body !== yardstick.body)
      throw new Error(`The two builds answer differently:\n${ours.body}\n${yardstick.body}`);
    return { ours, yardstick };
  });
  const measurements: Measurement[] = [];
  for (const kind of KINDS) {
    const rounds: Round[] = [];
    for (const pair of pairs) rounds.push(...(await measureBeside(kind, ROUNDS_OF_A_PAIR, pair)));
    measurements.push(
      compare(rounds, {
        name: `GET /api/v1/flags, strict, ${kind}, beside ${name}`,
        unit: 'requests/s',
        target: { atLeast },
      }),
    );
  }
  return measurements;
}
