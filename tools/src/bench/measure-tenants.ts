import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aFlag, aProject, PASSWORD, percentile, TestClient } from '@burgee/testing';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import type { HostileReport, HostileTenant } from './hostile-tenant.js';
import { compare, type Measurement, type Round } from './measurement.js';

const ROUNDS = 12;
const ROUNDS_OF_BUILDS = 5;
const PHASE_MILLISECONDS = 8_000;
/** Not counted: what the other phase has left behind. */
const PAUSE_MILLISECONDS = 1_500;
const READS_PER_SECOND = 200;
const TOGGLES_PER_SECOND = 25;

const FLAGS = 100;
const ENVIRONMENTS = 20;
/** The longest that a text may be, in characters of four bytes. Two of them make a value of 20 kB. */
const TEXT = '🚩'.repeat(2_500);
const TEXT_BYTES = Buffer.byteLength(TEXT);
const FLAG_SET_BYTES = 2_000_000;

/** What an ordinary tenant sees in a phase: milliseconds of each answer. */
interface Phase {
  reads: number[];
  toggles: number[];
}

/** A tenant with as much as it may have. The large texts are written into the database, because the API limits their rate. */
async function makeHostileTenant(cluster: BenchCluster): Promise<HostileTenant> {
  const environments = Array.from({ length: ENVIRONMENTS }, (_, index) => ({ name: `Environment ${index}` }));
  const project = await aProject(cluster.gatewayUrl, { environments });
  const flagIds: string[] = [];
  for (let index = 0; index < FLAGS; index++)
    flagIds.push((await aFlag(project, { key: `flag-${index}`, type: 'string' })).id);
  const large = Math.floor((FLAG_SET_BYTES - 10_000) / (2 * TEXT_BYTES));
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  await client.connect();
  await client.query(
    `update flags.flag_values set targeting_attribute = 'a', targeting_value = $2, targeting_return_value = $2
     where flag_id = any($1::uuid[])`,
    [flagIds.slice(0, large), TEXT],
  );
  await client.query('update flags.environments set flag_set_bytes = flag_set_bytes + $2 where project_id = $1', [
    project.id,
    large * (2 * TEXT_BYTES + 1),
  ]);
  await client.end();
  const signIn = async () => {
    const session = new TestClient(cluster.gatewayUrl);
    await session.post('/api/auth/login', { email: project.owner.email, password: PASSWORD });
    return [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  };
  return {
    apiUrl: cluster.gatewayUrl,
    sdkUrl: cluster.sdkGatewayUrl,
    cookies: [await signIn(), await signIn(), await signIn()],
    projectId: project.id,
    flagIds: flagIds.slice(0, large),
    environments: project.environments.map(({ id, sdk_key }) => ({ id, sdkKey: sdk_key })),
  };
}

const agent = new Agent({ keepAlive: true });

/** A busy machine may take longer than a service waits. Such an answer counts as slower than any other. */
const REFUSED = 10_000;

/** @returns milliseconds until the whole answer was there */
function timed(method: string, url: string, headers: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 || response.statusCode === 503
          ? resolve(response.statusCode === 200 ? performance.now() - startedAt : REFUSED)
          : reject(new Error(`${method} ${url} answered ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends at a fixed rate, whether or not earlier answers are there. */
async function atRate(perSecond: number, send: (index: number) => Promise<number>): Promise<number[]> {
  const startedAt = performance.now();
  const sent: Promise<number>[] = [];
  for (let index = 0; performance.now() - startedAt < PHASE_MILLISECONDS; index++) {
    sent.push(send(index));
    const next = startedAt + ((index + 1) * 1_000) / perSecond - performance.now();
    await delay(Math.max(0, next));
  }
  return Promise.all(sent);
}

async function ordinaryTenant(cluster: BenchCluster, fixture: BenchFixture): Promise<Phase> {
  const { cookie, sdkKey, environmentId, flagIds } = fixture;
  const [reads, toggles] = await Promise.all([
    atRate(READS_PER_SECOND, () => timed('GET', `${cluster.sdkGatewayUrl}/api/v1/flags`, { 'x-sdk-key': sdkKey })),
    atRate(TOGGLES_PER_SECOND, (index) => {
      const url = `${cluster.gatewayUrl}/api/flags/${flagIds[index % flagIds.length]}/environments/${environmentId}/toggle`;
      const body = JSON.stringify({ is_enabled: Math.floor(index / flagIds.length) % 2 === 0 });
      const headers = { cookie, 'content-type': 'application/json', 'content-length': String(body.length) };
      return timed('PATCH', url, headers, body);
    }),
  ]);
  return { reads, toggles };
}

/** Runs the ordinary tenant while the other one does all that it may. @returns also what that one got */
async function besideHostile(
  child: ChildProcess,
  phase: () => Promise<Phase>,
): Promise<Phase & { got: HostileReport }> {
  child.send('start');
  const seen = await phase();
  const answered = once(child, 'message');
  child.send('stop');
  const [got] = (await answered) as [HostileReport];
  return { ...seen, got };
}

const p99 = (values: number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.99,
  );

interface Tenants {
  quiet: () => Promise<Phase>;
  busy: () => Promise<Phase & { got: HostileReport }>;
  stop: () => void;
}

/** An ordinary tenant of a cluster, and one at its limits in a process of its own. */
async function startTenants(cluster: BenchCluster, fixture: BenchFixture): Promise<Tenants> {
  const child = fork(join(import.meta.dirname, 'hostile-tenant.js'));
  child.send(await makeHostileTenant(cluster));
  const quiet = () => ordinaryTenant(cluster, fixture);
  return { quiet, busy: () => besideHostile(child, quiet), stop: () => child.disconnect() };
}

const KINDS = ['reads', 'toggles'] as const;
const textOf = ({ reads, toggles }: Phase) => `${p99(reads).toFixed(1)} and ${p99(toggles).toFixed(1)} ms`;

/**
 * What an ordinary tenant gets next to a tenant at its limits, and while that one is quiet, in alternating phases. The difference
 * between two quiet phases says how far to trust it.
 */
export async function measureTenants(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const tenants = await startTenants(cluster, fixture);
  const quiet: Phase[] = [];
  const busy: Phase[] = [];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      const first = await tenants.quiet();
      const { got, ...second } = await tenants.busy();
      await delay(PAUSE_MILLISECONDS);
      if (round < 0) continue;
      quiet.push(first);
      busy.push(second);
      const texts = Object.entries(got).map(([what, value]) => `${what} ${(value as number).toFixed(0)}`);
      console.log(
        `  round ${round + 1}: p99 of reads and toggles quiet ${textOf(first)}, busy ${textOf(second)}; it got ${texts.join(', ')}`,
      );
    }
  } finally {
    tenants.stop();
  }
  return KINDS.flatMap((kind) => {
    const rounds = quiet.map((one, index): Round => ({
      ours: p99(busy[index]?.[kind] ?? []),
      yardstick: p99(one[kind]),
    }));
    const noise = quiet
      .slice(1)
      .map((one, index): Round => ({ ours: p99(one[kind]), yardstick: p99(quiet[index]?.[kind] ?? []) }));
    return [
      compare(rounds, { name: `${kind} next to a tenant at its limits, p99`, unit: 'ms' }),
      compare(noise, { name: `${kind}, one quiet phase vs. the one before it, p99`, unit: 'ms' }),
    ];
  });
}

type Build = BenchCluster & { fixture: BenchFixture };

/** The same of two builds, each on its own cluster, in alternating phases: both busy, one after the other. */
export async function measureTenantsOfBuilds(ours: Build, theirs: Build): Promise<Measurement[]> {
  const builds = [await startTenants(ours, ours.fixture), await startTenants(theirs, theirs.fixture)] as const;
  const rounds: [Phase, Phase][] = [];
  try {
    for (let round = -1; round < ROUNDS_OF_BUILDS; round++) {
      const phases: Phase[] = [];
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        phases[index] = await builds[index as 0 | 1].busy();
        await delay(PAUSE_MILLISECONDS);
      }
      if (round < 0) continue;
      const [one, other] = phases as [Phase, Phase];
      rounds.push([one, other]);
      console.log(`  round ${round + 1}: p99 of reads and toggles ${textOf(one)}, of the other build ${textOf(other)}`);
    }
  } finally {
    for (const build of builds) build.stop();
  }
  return KINDS.map((kind) =>
    compare(
      rounds.map(([one, other]): Round => ({ ours: p99(one[kind]), yardstick: p99(other[kind]) })),
      {
        name: `${kind} next to a tenant at its limits, p99, vs. the other build`,
        unit: 'ms',
      },
    ),
  );
}
