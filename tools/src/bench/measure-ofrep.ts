import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { BareAnswer } from './bare-decision-server.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { FLAGS, makeDecidable, PERCENTAGES, RULES, SWITCHES } from './decision-fixture.js';
import { compare, compareRuns, type Measurement, type Round, takeTurns } from './measurement.js';
import { processorTime } from './processor-time.js';

const CONNECTIONS = 64;
/** Short, because what else the machine does changes from second to second. */
const ROUND_SECONDS = 1;
/** Each with a server of its own, and a bare one. */
export const RUNS = 10;
const HELD_AT_LEAST = 8;
const ROUNDS_OF_A_RUN = 4;
const WARM_UP_ROUNDS = 2;
/** So many callers take turns: what one of them was answered does not help the next. */
const CALLERS = 200;

const BULK = '/ofrep/v1/evaluate/flags';
/** One with a percentage. */
const SINGLE = `${BULK}/flag-${String(SWITCHES).padStart(3, '0')}`;

const KINDS = ['bulk', '304', 'single'] as const;
type Kind = (typeof KINDS)[number];

const ASKED: Record<Kind, { name: string; atLeast: number }> = {
  bulk: {
    name: `bulk decision of ${FLAGS} flags (${SWITCHES} on or off, ${PERCENTAGES} percentages, ${RULES} rules)`,
    atLeast: 0.6,
  },
  '304': { name: 'the same, 304', atLeast: 0.9 },
  single: { name: 'single decision', atLeast: 0.8 },
};

/** What Node sends of itself with every answer. */
const OF_THE_SERVER = new Set(['connection', 'content-length', 'date', 'keep-alive']);

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A server of decisions, and the process that it is. */
export interface DecisionServer {
  url: string;
  pid: number;
}

const bodyOf = (caller: number) =>
  JSON.stringify({
    context: { targetingKey: `user-${caller}`, country: caller % 3 === 0 ? 'NO' : 'SE', plan: 'pro', age: 20 + caller },
  });

async function ask(url: string, { path, headers, body }: Call): Promise<BareAnswer> {
  const response = await fetch(url + path, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
  const kept = [...response.headers].filter(([name]) => !OF_THE_SERVER.has(name));
  return { headers: Object.fromEntries(kept), body: await response.text() };
}

/** One call for each caller. */
async function callsOf(kind: Kind, url: string, key: string): Promise<Call[]> {
  const headers = { 'x-sdk-key': key, 'content-type': 'application/json' };
  const path = kind === 'single' ? SINGLE : BULK;
  const calls = Array.from({ length: CALLERS }, (_, caller) => ({ path, headers, body: bodyOf(caller) }));
  if (kind !== '304') return calls;
  const conditional: Call[] = [];
  for (const call of calls) {
    const { etag = '' } = (await ask(url, call)).headers;
    conditional.push({ ...call, headers: { ...headers, 'if-none-match': etag } });
  }
  return conditional;
}

async function callsPerSecond(url: string, calls: Call[]): Promise<number> {
  const requests = calls.map(({ path, headers, body }) => ({ method: 'POST' as const, path, headers, body }));
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: ROUND_SECONDS });
  const wanted = calls[0]?.headers['if-none-match'] ? result['3xx'] : result['2xx'];
  if (result.errors > 0 || wanted !== result.requests.total)
    throw new Error(
      `${url} gave ${result.errors} errors and ${result.requests.total - wanted} answers of another kind`,
    );
  return result.requests.total / result.duration;
}

async function startBareServer(url: string, key: string): Promise<{ server: DecisionServer; child: ChildProcess }> {
  const answers: Record<string, BareAnswer> = {};
  for (const kind of ['bulk', 'single'] as const) {
    const [call] = await callsOf(kind, url, key);
    if (call) answers[call.path] = await ask(url, call);
  }
  const child = fork(join(import.meta.dirname, 'bare-decision-server.js'));
  child.send(answers);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { server: { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }, child };
}

/** Where the time of a call went, which tells a good run from a bad one. */
function describeRun(rounds: readonly Round[], ours: number, bare: number): string {
  const { ratio, ...rates } = compare(rounds, { name: '', unit: '' });
  const seconds = (rounds.length + WARM_UP_ROUNDS) * ROUND_SECONDS;
  const each = (milliseconds: number, perSecond: number) =>
    `${((milliseconds * 1_000) / (perSecond * seconds)).toFixed(1)} µs`;
  return (
    `${rates.ours.toFixed(0)} beside ${rates.yardstick.toFixed(0)} requests/s, ratio ${ratio.toFixed(2)}; ` +
    `${each(ours, rates.ours)} beside ${each(bare, rates.yardstick)}`
  );
}

/** One server of decisions beside a bare one that reads the same requests and sends the same bytes. */
async function measureRun(name: string, ours: DecisionServer, key: string): Promise<Record<Kind, Round[]>> {
  const { server: bare, child } = await startBareServer(ours.url, key);
  const measured: Partial<Record<Kind, Round[]>> = {};
  try {
    for (const kind of KINDS) {
      const calls = await callsOf(kind, ours.url, key);
      const times = () => [ours, bare].map(({ pid }) => processorTime([pid]));
      const before = times();
      const rate = (url: string) => () => callsPerSecond(url, calls);
      const turns = (count: number) => takeTurns(count, rate(ours.url), rate(bare.url));
      await turns(WARM_UP_ROUNDS);
      const rounds = await turns(ROUNDS_OF_A_RUN);
      const [spent = 0, spentByBare = 0] = times().map((time, index) => time - (before[index] ?? 0));
      measured[kind] = rounds;
      console.log(`  ${name}, ${kind}: ${describeRun(rounds, spent, spentByBare)}`);
    }
  } finally {
    child.disconnect();
  }
  return measured as Record<Kind, Round[]>;
}

/** Decisions of servers that all serve the same environment, one after the other. @param at says where, in the name of each row */
export async function measureDecisionsOf(
  servers: readonly DecisionServer[],
  key: string,
  at: string,
): Promise<Measurement[]> {
  const runs: Record<Kind, Round[]>[] = [];
  for (const [index, server] of servers.entries()) runs.push(await measureRun(`run ${index + 1}`, server, key));
  return KINDS.map((kind) =>
    compareRuns(
      runs.map((run) => run[kind]),
      { name: `${ASKED[kind].name}, at ${at}`, unit: 'requests/s', target: { atLeast: ASKED[kind].atLeast } },
      HELD_AT_LEAST,
    ),
  );
}

/** Decisions of the gateway by OFREP: each is as fresh as a read, which takes a check at Postgres. */
export async function measureOfrep(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  await makeDecidable(cluster.gatewayUrl, fixture);
  return measureDecisionsOf(cluster.gateways, fixture.sdkKey, 'the gateway');
}
