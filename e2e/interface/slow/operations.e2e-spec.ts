import {
  anInstanceOwner,
  AWAITED_MILLISECONDS,
  aUser,
  type AnotherAuth,
  eventually,
  FaultProxy,
  INSTANCE_OWNER_ID,
  queryDatabase,
  sharedCluster,
  startAuth,
  TestClient,
  type User,
} from '@burgee/testing';
import type { OperationsView, ProcessView } from '@burgee/contracts/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';

const { url, services, natsUrls } = sharedCluster();
const PATH = '/api/operations';
const appOf = (name: string) => name.replace(/-\d+$/, '');

async function ask(client: TestClient): Promise<OperationsView> {
  const { status, body, text } = await client.get(PATH);
  if (status !== 200) throw new Error(`${PATH} answered ${status}: ${text}`);
  return body as OperationsView;
}

const ofService = ({ processes }: OperationsView, service: string): ProcessView[] =>
  processes.filter((one) => one.service === service && one.answered);
const figure = (process: ProcessView | undefined, name: string) =>
  process?.figures.find((one) => one.name === name)?.value;

describe('access to the state of the instance', () => {
  it('401 without a session', async () => {
    expectProblem(await new TestClient(url).get(PATH), 401, 'unauthenticated');
  });

  it('404, as for an unknown address, for accounts outside INSTANCE_OWNERS', async () => {
    const { client } = await aUser(url);
    const requestId = '01900000-0000-7000-8000-000000000001';
    const read = async (path: string) => {
      const { status, body, headers } = await client.get(path, { 'x-request-id': requestId });
      return { status, body, type: headers['content-type'] };
    };
    const [real, made] = [await read(PATH), await read('/api/opera')];
    expect(real).toEqual(made);
    expect(real.body.code).toBe('route_not_found');
    expect((await client.get('/api/auth/me')).body).not.toHaveProperty('is_instance_owner');
  });

  it('200 for accounts in INSTANCE_OWNERS; /api/auth/me marks them', async () => {
    const { client } = await anInstanceOwner(url);
    const { status, body } = await client.get('/api/auth/me');
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: INSTANCE_OWNER_ID, name: 'Olga', email: expect.any(String), is_instance_owner: true },
    });
    expect((await client.get(PATH)).status).toBe(200);
  });
});

describe('what an instance owner sees', () => {
  let owner: User;
  beforeAll(async () => {
    owner = await anInstanceOwner(url);
  });

  it('every process that speaks NATS, all replicas of it, with versions and engines', async () => {
    const expected = Object.keys(services)
      .map(appOf)
      .filter((app) => app !== 'api-gateway');
    await eventually(async () => {
      const { complete, processes } = await ask(owner.client);
      expect(complete).toBe(true);
      const answered = processes.filter(({ answered }) => answered).map(({ service }) => service);
      expect(answered).toEqual(expect.arrayContaining(expected));
      expect(answered.filter((service) => service === 'sdk-gateway')).toHaveLength(2);
    });
    const seen = await ask(owner.client);
    const instances = ofService(seen, 'sdk-gateway').map(({ instance }) => instance);
    expect(new Set(instances).size).toBe(instances.length);
    const [gateway] = ofService(seen, 'sdk-gateway');
    expect(gateway).toMatchObject({ version: expect.any(String), node: process.version, status: expect.any(String) });
    const states = Object.fromEntries(gateway!.dependencies.map(({ name, state }) => [name, state]));
    expect(states).toEqual({ nats: 'up', postgres: 'up', redis: 'up' });
    expect(figure(gateway, 'streams.open')).toBeGreaterThanOrEqual(0);
    expect(figure(gateway, 'reads.revision_lag')).toBeGreaterThanOrEqual(0);
    expect(figure(ofService(seen, 'flags-admin')[0], 'outbox.dead_letters')).toBeGreaterThanOrEqual(0);
  });

  it('dead letters, with why they were refused', async () => {
    const [row] = await queryDatabase<{ event_id: string }>(
      `insert into auth.outbox (event_id, kind, payload, dead_lettered_at, attempts, last_error)
       values (gen_random_uuid(), 'audit', '{"action":"sign_in"}', now(), 5, 'does not fit') returning event_id`,
    );
    try {
      await eventually(async () => {
        const { dead_letter_count, dead_letters } = await ask(owner.client);
        expect(dead_letter_count).toBeGreaterThanOrEqual(1);
        expect(dead_letters).toContainEqual({
          service: 'auth',
          event_id: row!.event_id,
          action: 'sign_in',
          created_at: expect.any(String),
          last_error: 'does not fit',
        });
      });
    } finally {
      await queryDatabase('delete from auth.outbox where event_id = $1', [row!.event_id]);
    }
  });
});

describe('while NATS is down for the auth that answers', () => {
  let proxy: FaultProxy;
  let auth: AnotherAuth;
  let client: TestClient;

  beforeAll(async () => {
    const nats = new URL(natsUrls.auth ?? '');
    proxy = await FaultProxy.to(Number(nats.port));
    nats.port = String(proxy.port);
    auth = await startAuth({ NATS_URL: nats.href, INSTANCE_OWNERS: INSTANCE_OWNER_ID, BCRYPT_COST: '4' });
    const owner = await anInstanceOwner(url);
    client = new TestClient(auth.url);
    client.cookies.set('token', owner.client.cookies.get('token') ?? '');
  }, 60_000);
  afterAll(async () => {
    await auth?.stop();
    await proxy?.close();
  });

  it(
    'the answer says so and shows that process alone, and all of them once NATS is back',
    async () => {
      await eventually(async () => expect(ofService(await ask(client), 'audit')).toHaveLength(1));
      await proxy.refuse();
      await eventually(async () => {
        const { complete, processes } = await ask(client);
        expect({ complete, services: processes.map(({ service }) => service) }).toEqual({
          complete: false,
          services: ['auth'],
        });
        const nats = processes[0]?.dependencies.find(({ name }) => name === 'nats');
        expect(nats).toMatchObject({ state: 'down', reason: 'unreachable' });
      });
      await proxy.pass();
      await eventually(async () => expect(ofService(await ask(client), 'audit')).toHaveLength(1));
    },
    3 * AWAITED_MILLISECONDS,
  );
});
