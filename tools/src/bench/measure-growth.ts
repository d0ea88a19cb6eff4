import { setTimeout } from 'node:timers/promises';
import { percentile } from '@burgee/testing';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import type { Measurement } from './measurement.js';
import { type Grown, seedGrowth } from './seed-growth.js';

const SAMPLES = 100;
/** Whoever repeats a large answer waits: of these fewer are taken. */
const [FEWEST_SAMPLES, FEWER_AFTER_MILLISECONDS] = [20, 15_000];
const WARM_UP = 5;
const P95_MILLISECONDS = 200;
/** The budget of an account (`AnswerBudgets`), with a little room. */
const BYTES_PER_MILLISECOND = 400;

interface List {
  name: string;
  path: string;
  /** The address in /openapi.json. */
  route: string;
}

const FILTERS = [
  [],
  ['action'],
  ['actor'],
  ['flag'],
  ['environment'],
  ['actor', 'environment'],
  ['flag', 'actor'],
  ['flag', 'environment'],
  ['flag', 'actor', 'environment', 'action'],
] as const;

/** Reads that never end. */
const STREAMS = new Set([
  '/api/projects/{id}/events',
  '/api/v1/stream',
  '/ofrep/v1/events',
  '/unleash/api/client/streaming',
]);

function listsOf({ projectId, flagId, userId, environmentId, webhookId, wideProjectId, wideFlagId }: Grown): List[] {
  const by = { actor: userId, flag: flagId, environment: environmentId, action: 'flag_toggle' };
  const ofProject =
    (id: string) =>
    (part: string, name: string, query = ''): List => ({
      name,
      path: `/api/projects/${id}${part}${query}`,
      route: `/api/projects/{id}${part}`,
    });
  const [own, wide] = [ofProject(projectId), ofProject(wideProjectId)];
  const ofFlag = (id: string, part: string, name: string): List => ({
    name,
    path: `/api/flags/${id}${part}`,
    route: `/api/flags/{flagId}${part}`,
  });
  const plain = (path: string, name: string): List => ({ name, path, route: path });
  return [
    plain('/api/auth/me', 'your account'),
    plain('/api/auth/sessions', 'your 100 sessions'),
    plain('/api/projects', 'your 500 projects'),
    own('', 'a project of 50 environments'),
    wide('', 'a project of 2,000 environments'),
    own('/environments', '50 environments'),
    wide('/environments', '2,000 environments'),
    own('/connections', 'connections of 50 environments'),
    wide('/connections', 'connections of 2,000 environments'),
    {
      ...own(`/environments/${environmentId}/streams`, 'streams of an environment'),
      route: '/api/projects/{id}/environments/{envId}/streams',
    },
    {
      ...own(`/environments/${environmentId}/applied`, 'clients that have the last change'),
      route: '/api/projects/{id}/environments/{envId}/applied',
    },
    own('/members', '400 members'),
    own('/invitations', '100 invitations'),
    own('/webhooks', '10 webhooks'),
    {
      ...own(`/webhooks/${webhookId}/deliveries`, '1,000 deliveries of a webhook'),
      route: '/api/projects/{id}/webhooks/{webhookId}/deliveries',
    },
    own('/preferences', 'your 500 favorites and 50 views'),
    own('/dead-letters', 'dead letters'),
    own('/flags', '5,000 flags in 50 environments'),
    own('/flags', '5,000 flags, 1,000 on a page', '?limit=1000'),
    own('/flags', '5,000 flags by a search that finds one', '?search=seeded-04999'),
    own('/flags', '5,000 flags by a search that finds nothing', '?search=nowhere'),
    own('/flags', '5,000 flags by type', '?type=json'),
    own('/flags', '5,000 flags that are on', '?state=on'),
    own('/flags', '5,000 flags that are off', '?state=off'),
    own('/flags', '5,000 flags by tag', '?tag=team-7'),
    own('/flags', '5,000 flags by owner', `?owner=${userId}`),
    own('/flags', '5,000 flags by age', '?created_before=2020-01-01T00:00:00Z'),
    own('/flags', '5,000 flags that are archived', '?archived=true'),
    own('/flags', '5,000 flags that are on in one environment', `?state=on&environment=${environmentId}`),
    own('/flags', '5,000 flags in short rows, 1,000 on a page', '?fields=summary&limit=1000'),
    wide('/flags', 'flags in 2,000 environments'),
    ofFlag(flagId, '', 'a flag in 50 environments'),
    ofFlag(wideFlagId, '', 'a flag in 2,000 environments'),
    ofFlag(flagId, '/environments', 'values of a flag in 50 environments'),
    ofFlag(wideFlagId, '/environments', 'values of a flag in 2,000 environments'),
    ofFlag(flagId, '/audit', 'your own entries of a flag'),
    ...FILTERS.map((names) =>
      own(
        '/audit',
        `audit of a project by ${names.join(', ') || 'nothing'}`,
        `?${new URLSearchParams(names.map((name): [string, string] => [name, by[name]]))}`,
      ),
    ),
    own('/audit/latest', 'latest changes of 5,000 flags'),
    plain('/api/v1/flags', '5,000 flags as SDKs read them'),
    plain('/api/v1/edge/access', 'what a key opens, as edges ask'),
  ];
}

/** @throws when the API has a read that the bench does not ask for */
async function assertAllAsked(base: string, lists: readonly List[]): Promise<void> {
  const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: Record<string, { get?: object }> };
  const asked = new Set(lists.map(({ route }) => route));
  const missing = Object.keys(paths).filter((path) => paths[path]?.get && !asked.has(path) && !STREAMS.has(path));
  if (missing.length > 0) throw new Error(`Nothing asks for ${missing.join(', ')}.`);
}

/** p95 of each list and page of the API, as one account asks for it within its budget, beside the bound. */
export async function measureGrowth(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const lists = listsOf(await seedGrowth(cluster.postgresUrl, fixture));
  await assertAllAsked(cluster.gatewayUrl, lists);
  const headers = { cookie: fixture.cookie, 'x-sdk-key': fixture.sdkKey };
  const measured: Measurement[] = [];
  for (const { name, path } of lists) {
    const took: number[] = [];
    let bytes = 0;
    const enough = performance.now() + FEWER_AFTER_MILLISECONDS;
    while (took.length < (performance.now() < enough ? SAMPLES : FEWEST_SAMPLES) + WARM_UP) {
      const startedAt = performance.now();
      const answer = await fetch(cluster.gatewayUrl + path, { headers });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
      bytes = Buffer.byteLength(body);
      took.push(performance.now() - startedAt);
      // As fast as one account is answered: what it waits for after that is no cost of a list.
      await setTimeout(bytes / BYTES_PER_MILLISECOND);
    }
    const ours = percentile(
      took.slice(WARM_UP).toSorted((a, b) => a - b),
      0.95,
    );
    measured.push({
      name: `${name} (${Math.ceil(bytes / 1_000)} kB), p95`,
      ours,
      yardstick: P95_MILLISECONDS,
      ratio: ours / P95_MILLISECONDS,
      unit: 'ms',
      target: { atMost: 1 },
    });
  }
  return measured;
}
