import {
  aFlag,
  aProject,
  type Flag,
  type Project,
  retryUnavailable,
  startTestCluster,
  type TestCluster,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

let cluster: TestCluster;
let project: Project;
let flag: Flag;
/** Both gateways, and both replicas of each service that takes tokens. */
let everywhere: [name: string, client: TestClient][];

beforeAll(async () => {
  cluster = await startTestCluster({ flagsAdmins: 2 });
  const { services } = cluster;
  for (const name of ['auth', 'audit', 'usage', 'api-gateway']) services[`${name}-2`] = await services[name]!.replica();
  everywhere = Object.values(services)
    .filter(({ name }) => !name.startsWith('sdk-gateway'))
    .map(({ name, url }) => [name, new TestClient(url)]);
  project = await aProject(cluster.url);
  flag = await aFlag(project);
}, 240_000);
afterEach(() => cluster.heal());
afterAll(() => cluster?.stop());

interface Made {
  id: string;
  token: string;
}

async function aToken(verbs = ['read', 'switch']): Promise<Made> {
  const path = `/api/projects/${project.id}/tokens`;
  return (await retryUnavailable(() => project.owner.client.post(path, { name: 'CI', verbs }), 201)).body as Made;
}

const revoke = ({ id }: Made) =>
  retryUnavailable(() => project.owner.client.delete(`/api/projects/${project.id}/tokens/${id}`));

/** A route of the service itself; of a gateway, of any. */
function pathOf(name: string): string {
  const { id } = project;
  const own = {
    audit: `/api/projects/${id}/audit`,
    usage: `/api/projects/${id}/usage`,
    auth: `/api/projects/${id}/tokens`,
  };
  return own[name.replace(/-2$/, '') as keyof typeof own] ?? `/api/projects/${id}`;
}

/** What each replica answers to the token. */
const statuses = async ({ token }: Made): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      everywhere.map(async ([name, client]) => {
        const headers = { authorization: `Bearer ${token}` };
        return [name, (await client.get(pathOf(name), headers)).status] as const;
      }),
    ),
  );

const all = (status: (name: string) => number) =>
  Object.fromEntries(everywhere.map(([name]) => [name, status(name)] as const));
/** auth has no route for tokens, so it knows the token and refuses the deed. */
const LIVE = (name: string) => (name.startsWith('auth') ? 403 : 200);

describe('a revoked API token', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['with everything up', async () => undefined],
    ['without Redis and NATS', () => Promise.all([cluster.redis.stop(), cluster.nats.stop()])],
    ['after services were killed', () => Promise.all([kill('flags-admin-2'), kill('auth-2')])],
  ])('is 401 at both gateways and at both replicas of every service when the call returns: %s', async (_, fail) => {
    const [token, other] = [await aToken(), await aToken()];
    expect(await statuses(token)).toEqual(all(LIVE));
    await fail();
    expect((await revoke(token)).status).toBe(200);
    expect(await statuses(token)).toEqual(all(() => 401));
    expect(await statuses(other)).toEqual(all(LIVE));
  });

  it('changes nothing more once the call has returned, whatever was in progress', async () => {
    const token = await aToken();
    const headers = { authorization: `Bearer ${token.token}` };
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    const done = new AbortController();
    const toggle = async ([, client]: (typeof everywhere)[number], worker: number) => {
      const answers: number[] = [];
      for (let turn = worker; !done.signal.aborted; turn++)
        answers.push((await client.patch(path, { is_enabled: turn % 2 === 0 }, headers)).status);
      return answers;
    };
    const writers = everywhere.filter(([name]) => /^(flags-admin|api-gateway)/.test(name));
    const working = Promise.all(writers.map(toggle));
    await cluster.link('flags-admin-1', 'postgres').latency(20);
    expect((await revoke(token)).status).toBe(200);
    const revision = async () =>
      (await project.owner.client.get(`/api/projects/${project.id}`)).body.environments.map(
        (one: { revision: number }) => one.revision,
      );
    const before = await revision();
    expect(await statuses(token)).toEqual(all(() => 401));
    done.abort();
    await working;
    expect(await revision()).toEqual(before);
  });

  it('is refused with 503, and never taken, by a service that cannot ask', async () => {
    const token = await aToken();
    await cluster.link('flags-admin-2', 'postgres').refuse();
    const seen = await statuses(token);
    expect(seen).toEqual({ ...all(LIVE), 'flags-admin-2': 503 });
    await revoke(token);
    expect((await statuses(token))['flags-admin-2']).toBe(503);
    await cluster.heal();
    const client = new TestClient(cluster.services['flags-admin-2']!.url);
    const headers = { authorization: `Bearer ${token.token}` };
    await retryUnavailable(() => client.get(`/api/projects/${project.id}`, headers), 401);
  });
});

async function kill(name: string): Promise<void> {
  const service = cluster.services[name]!;
  await service.kill();
  await service.start();
}
