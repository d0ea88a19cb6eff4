import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  aFlag,
  type Answer,
  aProject,
  CLUSTER_DATABASE,
  eventually,
  type Flag,
  type PrivateEngines,
  type Project,
  startPrivateEngines,
  StreamClient,
  TestClient,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Haproxy, startHaproxy } from '../faults/haproxy.js';
import { makeSlot, PodProcess, type Slot } from './pod-process.js';
import { renderedPod, variablesOf } from './rendered-pod.js';

const VALUES = 'trying';
const SERVICES = ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway', 'api-gateway'];
const STREAMS = 300;
const PAUSE_MILLISECONDS = 50;
const execute = promisify(execFile);

const { href } = pathToFileURL(join(process.cwd(), 'tools', 'dist', 'deploy', 'secret-variables.js'));
/** What `npm run env` makes of secrets. */
const { secretVariables } = (await import(href)) as {
  secretVariables: (secrets: PrivateEngines['secrets']) => Record<string, string>;
};

let own: PrivateEngines;
let haproxy: Haproxy;
let secret: Record<string, string>;
/** Three for each service: two for its pods, and one for the pod that a rollout starts first. */
const slots = new Map<string, Slot[]>();
const pods = new Map<string, PodProcess[]>();
let project: Project;
let flag: Flag;
const clients: StreamClient[] = [];

/** What a name leads to in a cluster is elsewhere here: HAProxy in the place of the Services, engines at their ports. */
function locally(value: string): string {
  const engines = { postgres: own.engines.postgres, redis: own.engines.redis, nats: own.engines.nats };
  let text = value.replaceAll(/\bburgee-(postgres|redis|nats):\d+/g, (_all, name: keyof typeof engines) => {
    const { host } = new URL(engines[name].url);
    return host;
  });
  text = text.replaceAll(/http:\/\/burgee-([a-z-]+):\d+/g, (_all, name: string) => haproxy.urlOf(name));
  // Pods have private addresses; these have those of loopback.
  return text === 'uniquelocal' ? 'loopback' : text;
}

const podIn = (service: string, slot: Slot) => {
  const pod = renderedPod(VALUES, service);
  return new PodProcess(pod, slot, variablesOf(pod, secret, locally));
};

async function runMigration(): Promise<void> {
  const pod = renderedPod(VALUES, 'migrate');
  const env = { ...variablesOf(pod, secret, locally), NODE_ENV: 'production' };
  await execute(process.execPath, pod.command.slice(1), { env });
}

beforeAll(async () => {
  own = await startPrivateEngines(process.cwd());
  secret = secretVariables(own.secrets);
  for (const service of SERVICES)
    slots.set(service, await Promise.all([1, 2, 3].map((number) => makeSlot(`${service}-${number}`, own.dataDir))));
  const backends = [...slots].map(([service, some]) => [
    service,
    Object.fromEntries(some.map(({ name, port }) => [name, port])),
  ]);
  haproxy = await startHaproxy(Object.fromEntries(backends));
  await runMigration();
  for (const service of SERVICES)
    pods.set(
      service,
      (slots.get(service) ?? []).slice(0, 2).map((slot) => podIn(service, slot)),
    );
  await Promise.all([...pods.values()].flat().map((pod) => pod.start()));
  await Promise.all([...pods.values()].flat().map(({ slot }) => haproxy.untilUp(slot.name)));
  project = await aProject(haproxy.urlOf('api-gateway'));
  flag = await aFlag(project);
}, 300_000);
afterAll(async () => {
  for (const client of clients) client.stop();
  await Promise.all([...pods.values()].flat().map((pod) => pod.kill()));
  await haproxy?.stop();
  await own?.stop();
});

/** As a Deployment does it: a new pod that is ready, then the end of an old one. */
async function replaceOne(service: string): Promise<{ graceUsed: number; isAlive: boolean }> {
  const running = pods.get(service) ?? [];
  const free = (slots.get(service) ?? []).find((slot) => !running.some((pod) => pod.slot === slot))!;
  const fresh = podIn(service, free);
  await fresh.start();
  await haproxy.untilUp(free.name);
  const [oldest, ...others] = running;
  pods.set(service, [...others, fresh]);
  return oldest!.stop();
}

/** Sends requests one after the other until `end`. @returns how many were answered so, and the others */
async function repeat(
  end: AbortSignal,
  send: () => Promise<Answer>,
): Promise<{ answered: number; failures: string[] }> {
  const failures: string[] = [];
  let answered = 0;
  for (; !end.aborted; await delay(PAUSE_MILLISECONDS)) {
    const answer = await send().catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) answered++;
    else failures.push(answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`);
  }
  return { answered, failures };
}

async function toggles(): Promise<number> {
  const address = new URL(own.engines.postgres.url);
  address.pathname = `/${CLUSTER_DATABASE}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audit.entries where flag_id = $1 and action = 'flag_toggle'`,
    [flag.id],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

describe('the pods of the chart as processes, two of each service, behind HAProxy in the place of the Services', () => {
  it('F46: a rolling update of all: no request fails, no event is lost, each toggle is audited once', async () => {
    const { owner, development } = project;
    const base = haproxy.urlOf('api-gateway');
    const streamed = ['api-gateway', 'sdk-gateway'].map((service) => haproxy.urlOf(service));
    for (let i = 0; i < STREAMS; i++)
      clients.push(
        new StreamClient({ base: () => streamed[i % 2]!, sdkKey: development.sdk_key, keepsFlags: false }).start(),
      );
    await eventually(() => expect(clients.filter(({ isOpen }) => !isOpen)).toHaveLength(0), 60_000);

    let isOn = false;
    const end = new AbortController();
    const reader = new TestClient(haproxy.urlOf('sdk-gateway'));
    const headers = { 'x-sdk-key': development.sdk_key };
    const traffic = {
      toggles: repeat(end.signal, () => {
        isOn = !isOn;
        return owner.client.patch(`/api/flags/${flag.id}/environments/${development.id}/toggle`, { is_enabled: isOn });
      }),
      reads: repeat(end.signal, () => new TestClient(base).get('/api/v1/flags', headers)),
      directReads: repeat(end.signal, () => reader.get('/api/v1/flags', headers)),
      lists: repeat(end.signal, () => owner.client.get(`/api/flags/${flag.id}/audit`)),
      sessions: repeat(end.signal, () => owner.client.get('/api/auth/me')),
    };
    const stopped: { graceUsed: number; isAlive: boolean }[] = [];
    for (const service of SERVICES) for (const _pod of [1, 2]) stopped.push(await replaceOne(service));
    end.abort();

    for (const [what, sent] of Object.entries(traffic)) {
      const { answered, failures } = await sent;
      expect({ what, failures: failures.slice(0, 3) }).toEqual({ what, failures: [] });
      expect(answered).toBeGreaterThan(100);
    }
    for (const { graceUsed, isAlive } of stopped) {
      expect(isAlive).toBe(true);
      expect(graceUsed).toBeLessThan(1);
    }
    await eventually(() => expect(clients.filter(({ isOpen }) => !isOpen)).toHaveLength(0), 120_000, 250);
    const served = await reader.get('/api/v1/flags', headers);
    await eventually(() => {
      const positions = new Set(clients.map(({ position }) => `"${position?.epoch}-${position?.revision}"`));
      expect([...positions]).toEqual([served.headers.etag]);
    }, 60_000);
    expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
    // A snapshot would hide what was lost: after the first, each came back to where it was.
    expect(new Set(clients.map(({ snapshots }) => snapshots))).toEqual(new Set([1]));
    const { answered } = await traffic.toggles;
    await eventually(async () => expect(await toggles()).toBe(answered), 60_000);
  }, 1_200_000);
});
