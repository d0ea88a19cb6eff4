import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareAnswer } from './bare-decision-server.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { FLAGS, makeDecidable, PERCENTAGES, RULES, SWITCHES } from './decision-fixture.js';
import { gatewaysOf } from './measure-reads.js';
import type { Measurement } from './measurement.js';
import {
  describeRuns,
  type MeasuredServer,
  measureRun,
  OF_THE_SERVER,
  requestsPerSecond,
  type Run,
} from './throughput.js';

/** So many callers take turns: what one of them was answered does not help the next. */
const CALLERS = 200;

const BULK = '/ofrep/v1/evaluate/flags';
/** One with a percentage. */
const SINGLE = `${BULK}/flag-${String(SWITCHES).padStart(3, '0')}`;

const KINDS = ['bulk', '304', 'single'] as const;
type Kind = (typeof KINDS)[number];

const NAMES: Record<Kind, string> = {
  bulk: `bulk decision of ${FLAGS} flags (${SWITCHES} on or off, ${PERCENTAGES} percentages, ${RULES} rules)`,
  '304': 'the same, 304',
  single: 'single decision',
};

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
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

const rateOf = (url: string, calls: Call[]) => () =>
  requestsPerSecond(
    { url, requests: calls.map(({ path, headers, body }) => ({ method: 'POST', path, headers, body })) },
    calls[0]?.headers['if-none-match'] ? '3xx' : '2xx',
  );

async function startBareServer(url: string, key: string): Promise<{ url: string; child: ChildProcess }> {
  const answers: Record<string, BareAnswer> = {};
  for (const kind of ['bulk', 'single'] as const) {
    const [call] = await callsOf(kind, url, key);
    if (call) answers[call.path] = await ask(url, call);
  }
  const child = fork(join(import.meta.dirname, 'bare-decision-server.js'));
  child.send(answers);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, child };
}

/**
 * Decisions of servers that all serve the same environment, one after the other, each next to a bare server that reads the same
 * requests and sends the same bytes. @param at where, in the name of each row
 */
export async function measureDecisionsOf(
  servers: readonly MeasuredServer[],
  key: string,
  at: string,
): Promise<Measurement[]> {
  const runs: Record<Kind, Run[]> = { bulk: [], '304': [], single: [] };
  for (const [index, { url, pids }] of servers.entries()) {
    const bare = await startBareServer(url, key);
    try {
      for (const kind of KINDS) {
        const calls = await callsOf(kind, url, key);
        const sides = [
          { rate: rateOf(url, calls), pids },
          { rate: rateOf(bare.url, calls), pids: { bare: bare.child.pid ?? 0 } },
        ] as const;
        runs[kind].push(await measureRun(`run ${index + 1}, ${kind}`, ...sides));
      }
    } finally {
      bare.child.disconnect();
    }
  }
  return KINDS.flatMap((kind) => describeRuns(`${NAMES[kind]}, at ${at}`, runs[kind]));
}

/** Decisions of the gateway by OFREP: each is as fresh as a read, which takes a check at Postgres. */
export async function measureOfrep(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  await makeDecidable(cluster.gatewayUrl, fixture);
  return measureDecisionsOf(gatewaysOf(cluster, ''), fixture.sdkKey, 'the gateway');
}
