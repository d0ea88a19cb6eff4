import { readFileSync } from 'node:fs';
import { type EngineName } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { OutboxFixture } from '../outbox-fixture.js';
import { expectNotifications, openStreams } from '../without-nats.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start();
});
afterAll(() => fixture?.stop());

const GATEWAY = 'sdk-gateway-1';
const OF_NATS = [GATEWAY, 'flags-admin', 'audit'];

const urlOf = (service: string, setting: string) => fixture.cluster.services[service]!.setting(setting);
const passwordOf = (service: string, setting: string) => new URL(urlOf(service, setting)).password;

async function stateOf(service: string, engine: EngineName): Promise<{ state: string; reason: string | null }> {
  const status = await fetch(`${fixture.cluster.services[service]!.opsUrl}/status`);
  const { dependencies } = (await status.json()) as {
    dependencies: Record<string, { state: string; reason: string | null }>;
  };
  const { state, reason } = dependencies[engine]!;
  return { state, reason };
}

const right = (service: string) => passwordOf(service, 'NATS_URL');

/** NATS has other passwords for its users from now on. */
const changeInNats = (from: (service: string) => string, to: (service: string) => string) =>
  fixture.cluster.nats.reload((text) =>
    OF_NATS.reduce((changed, service) => changed.replace(`"${from(service)}"`, `"${to(service)}"`), text),
  );

const readyz = async (service: string) => (await fetch(`${fixture.cluster.services[service]!.url}/readyz`)).status;

const logOf = (service: string) => readFileSync(fixture.cluster.services[service]!.logFile, 'utf8');

/**
 * The service goes on, and names the refusal for what it is: on /status, in a metric and in its log, once.
 * @param before how long its log was
 */
async function expectRefused(service: string, engine: EngineName, pid: number, before = 0): Promise<void> {
  await eventually(async () =>
    expect(await stateOf(service, engine)).toEqual({ state: 'down', reason: 'authentication' }),
  );
  const metric = `dependency_refused{dependency="${engine}",reason="authentication"}`;
  await eventually(async () => expect(await fixture.metric(service, metric)).toBe(1));
  const linesWith = (text: string) =>
    logOf(service)
      .slice(before)
      .split('\n')
      .filter((line) => line.includes(text));
  await eventually(() => {
    const errors = linesWith(`"${engine} refuses the user or password`);
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ severity_text: 'ERROR', dependency: engine }]);
  });
  // Drivers keep the command that was refused, AUTH with its password, in their errors.
  for (const setting of ['DATABASE_URL', 'REDIS_URL', 'NATS_URL'].filter((one) => urlOf(service, one) !== ''))
    expect(linesWith(passwordOf(service, setting))).toEqual([]);
  expect([fixture.cluster.services[service]!.running, fixture.cluster.services[service]!.pid]).toEqual([true, pid]);
}

async function expectUp(service: string, engine: EngineName): Promise<void> {
  await eventually(async () => expect(await stateOf(service, engine)).toEqual({ state: 'up', reason: null }));
  expect(await fixture.metric(service, `dependency_refused{dependency="${engine}",reason="authentication"}`)).toBe(0);
}

describe('an engine refuses credentials', () => {
  it('F39: NATS, of services that run: as when it is down, audit is not ready, and it heals when the password is put right', async () => {
    const pids = OF_NATS.map((service) => fixture.cluster.services[service]!.pid);
    const streams = await openStreams(fixture);
    const other = (service: string) => `changed-${service}`;
    await changeInNats(right, other);
    for (const [index, service] of OF_NATS.entries()) await expectRefused(service, 'nats', pids[index]!);
    await eventually(async () => expect(await readyz('audit')).toBe(503));
    expect(await readyz(GATEWAY)).toBe(200);
    await fixture.flip();
    await fixture.readFresh();
    await changeInNats(other, right);
    for (const service of OF_NATS) await expectUp(service, 'nats');
    await eventually(async () => expect(await readyz('audit')).toBe(200));
    await expectNotifications(fixture, streams);
    await fixture.expectAuditComplete();
    for (const stream of streams) stream.close();
  });

  it('F39: NATS, of services that start: they are there, and connect when the password is put right', async () => {
    const { services } = fixture.cluster;
    const other = (service: string) => `begun-with-another-${service}`;
    const logged = new Map(OF_NATS.map((name) => [name, logOf(name).length]));
    for (const name of OF_NATS) {
      const wrong = new URL(urlOf(name, 'NATS_URL'));
      wrong.password = other(name);
      await services[name]!.stop();
      await services[name]!.start({ NATS_URL: wrong.href });
    }
    for (const name of OF_NATS) await expectRefused(name, 'nats', services[name]!.pid, logged.get(name));
    await fixture.flip();
    await fixture.readFresh();
    await changeInNats(right, other);
    for (const name of OF_NATS) await expectUp(name, 'nats');
    await fixture.expectAuditComplete();
    await changeInNats(other, right);
    for (const name of OF_NATS) {
      await services[name]!.stop();
      await services[name]!.start();
      await eventually(async () => expect((await stateOf(name, 'nats')).state).toBe('up'));
    }
  });

  it('F40: Redis: reads are fresh, and it heals when the password is put right', async () => {
    const redis = new Redis(fixture.cluster.redisAdminUrl);
    const { pid } = fixture.cluster.services[GATEWAY]!;
    const setPassword = async (password: string) => {
      await redis.call('ACL', 'SETUSER', GATEWAY.slice(0, -2), 'resetpass', `>${password}`);
      await redis.call('CLIENT', 'KILL', 'USER', GATEWAY.slice(0, -2));
    };
    await setPassword('another');
    await expectRefused(GATEWAY, 'redis', pid);
    await fixture.flip();
    await fixture.readFresh();
    await setPassword(passwordOf(GATEWAY, 'REDIS_URL'));
    await expectUp(GATEWAY, 'redis');
    redis.disconnect();
  });

  it('F41: Postgres: reads are stale and writes answer 503, and it heals when the password is put right', async () => {
    const services = [GATEWAY, 'flags-admin'];
    const pids = services.map((service) => fixture.cluster.services[service]!.pid);
    await fixture.readFresh();
    const setPassword = async (service: string, password: string) => {
      const { username } = new URL(fixture.cluster.services[service]!.setting('DATABASE_URL'));
      await fixture.query(`alter role ${username} password '${password}'`);
      await fixture.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${username}'`);
    };
    for (const service of services) await setPassword(service, 'another');
    await eventually(async () => {
      const { status, headers } = await fixture.read();
      expect([status, headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
    });
    for (const [index, service] of services.entries()) await expectRefused(service, 'postgres', pids[index]!);
    expect((await fixture.toggle(true))?.status).toBe(503);
    expect(await readyz('flags-admin')).toBe(503);
    for (const service of services) await setPassword(service, passwordOf(service, 'DATABASE_URL'));
    for (const service of services) await expectUp(service, 'postgres');
    await eventually(() => fixture.flip());
    await fixture.readFresh();
    await fixture.expectAuditComplete();
  });

  it('F41: Postgres, of a gateway that starts and is asked nothing: it says so', async () => {
    const gateway = fixture.cluster.services[GATEWAY]!;
    const wrong = new URL(gateway.setting('DATABASE_URL'));
    wrong.password = 'begun-with-another';
    await gateway.stop();
    await gateway.start({ DATABASE_URL: wrong.href });
    await eventually(async () =>
      expect(await stateOf(GATEWAY, 'postgres')).toEqual({ state: 'down', reason: 'authentication' }),
    );
    await gateway.stop();
    await gateway.start();
    await eventually(async () => expect((await stateOf(GATEWAY, 'postgres')).state).toBe('up'));
  });
});
