import type { ManagedProcess } from '@burgee/launcher';
import {
  aFlag,
  aProject,
  eventually,
  type Flag,
  type House,
  type PrivateEngines,
  type Project,
  startHouse,
  startPrivateEngines,
  Visitor,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** Engines and services of this file's own: what is killed here is nobody else's. */
let own: PrivateEngines;
let house: House;
let project: Project;
let flag: Flag;
let gateways: Visitor[];

beforeAll(async () => {
  own = await startPrivateEngines(process.cwd());
  house = await startHouse({ root: process.cwd(), ...own, database: 'burgee', sdkGateways: 2 });
  gateways = ['sdk-gateway-1', 'sdk-gateway-2'].map((name) => new Visitor(house.services[name]!.url));
  project = await aProject(house.url);
  flag = await aFlag(project);
}, 60_000);

afterAll(async () => {
  await house?.stop();
  await own?.stop();
});

const engine = (name: 'postgres' | 'redis' | 'nats'): ManagedProcess => own.engines[name].process!;
const key = () => ({ 'x-sdk-key': project.development.sdk_key });
const read = (gateway: Visitor) => gateway.get('/api/v1/flags', key());

function toggle(isEnabled: boolean) {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  return project.owner.visitor.patch(path, { is_enabled: isEnabled });
}

/** Toggles and, as soon as each write has returned, reads on every replica. */
async function expectFreshReads(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const written = await toggle(round % 2 === 0);
    expect(written.status).toBe(200);
    for (const answer of await Promise.all(gateways.map(read))) {
      expect(answer.status).toBe(200);
      expect(answer.headers['burgee-freshness']).toBeUndefined();
      expect(answer.body[0].is_enabled).toBe(round % 2 === 0);
    }
  }
}

async function auditedToggles(): Promise<number> {
  const answer = await project.owner.visitor.get(`/api/flags/${flag.id}/audit?limit=1000`);
  return answer.body.filter((entry: { action: string }) => entry.action === 'flag_toggle').length;
}

const isEnabledOnStream = (isEnabled: boolean) => (event: { event: string; data: { is_enabled?: boolean } }) =>
  event.event === 'flag_updated' && event.data.is_enabled === isEnabled;

describe('engines that die', () => {
  it('all up: reads are fresh on every replica', () => expectFreshReads(20));

  it('Redis killed: reads stay fresh, writes answer 200', async () => {
    await engine('redis').kill();
    await expectFreshReads(30);
  });

  it('Redis back and empty: reads stay fresh', async () => {
    await engine('redis').start();
    await expectFreshReads(30);
  });

  it('NATS killed: reads stay fresh, streams hear of a change within 2 s, and no audit entry is lost or doubled', async () => {
    const before = await auditedToggles();
    const stream = await gateways[0]!.stream('/api/v1/stream', key());
    await stream.until(({ event }) => event === 'ready');
    await engine('nats').kill();
    await expectFreshReads(20);
    await toggle(true);
    await stream.until(isEnabledOnStream(true), 2_000);
    stream.close();
    await engine('nats').start();
    await eventually(async () => expect(await auditedToggles()).toBe(before + 21));
  });

  it('NATS and Redis killed at once: reads stay fresh', async () => {
    await Promise.all([engine('nats').kill(), engine('redis').kill()]);
    await expectFreshReads(20);
    await Promise.all([engine('nats').start(), engine('redis').start()]);
  });

  it('Postgres killed: reads go on, marked stale, writes answer 503 within 2.5 s, and nothing is changed', async () => {
    await expectFreshReads(3);
    await engine('postgres').kill();
    const startedAt = performance.now();
    const refused = await toggle(false);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.body.code).toBe('unavailable');
    for (const gateway of gateways) {
      const answer = await read(gateway);
      expect(answer.status).toBe(200);
      expect(answer.headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
      expect(answer.body[0].is_enabled).toBe(true);
    }
    const unknown = await gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key });
    expect(unknown.status).toBe(503);
    expect((await project.owner.visitor.get('/api/auth/me')).status).toBe(503);
  });

  it('Postgres killed right after a write that no replica has read: the doorbell or Redis knows of it', async () => {
    await engine('postgres').start();
    await eventually(async () => expect((await toggle(true)).status).toBe(200));
    await eventually(async () => {
      for (const answer of await Promise.all(gateways.map(read))) expect(answer.body[0].is_enabled).toBe(true);
    });
    expect((await toggle(false)).status).toBe(200);
    await engine('postgres').kill();
    for (const answer of await Promise.all(gateways.map(read))) {
      expect(answer.headers['burgee-freshness']).toMatch(/^stale/);
      expect(answer.body[0].is_enabled).toBe(false);
    }
  });

  it('Postgres back: everything works again unaided within 10 s', async () => {
    await engine('postgres').start();
    await eventually(async () => expect((await toggle(false)).status).toBe(200));
    await eventually(async () => {
      for (const answer of await Promise.all(gateways.map(read)))
        expect(answer.headers['burgee-freshness']).toBeUndefined();
    });
    await expectFreshReads(10);
  });

  it('a gateway that starts without Postgres answers from its last known good', async () => {
    const { process } = house.services['sdk-gateway-1']!;
    await process.stop();
    await engine('postgres').kill();
    await process.start();
    const answer = await read(gateways[0]!);
    expect(answer.status).toBe(200);
    expect(answer.headers['burgee-freshness']).toMatch(/^stale/);
    expect(answer.body[0].key).toBe(flag.key);
    await engine('postgres').start();
  });
});
