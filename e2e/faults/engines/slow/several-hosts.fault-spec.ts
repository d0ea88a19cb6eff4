import { eventually, type Standby, startStandby } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis, type RedisOptions } from 'ioredis';
import { OutboxFixture } from '../../outbox-fixture.js';
import { expectState } from '../dependency-states.js';
import { type RedisProcess, startRedisProcess, usersOf } from '../redis-process.js';

const SERVICES = ['auth', 'flags-admin', 'audit', 'sdk-gateway-1'];
const GATEWAY = 'sdk-gateway-1';
/** Nothing listens there. */
const NOBODY = '127.0.0.1:1';

let fixture: OutboxFixture;
let standby: Standby;
let replica: RedisProcess;
let sentinel: RedisProcess;

/** An address of a service with other hosts in it. */
function withHosts(service: string, setting: string, hosts: string, scheme?: string): string {
  const [, name, user, path] =
    /^(\w+):\/\/(.*@)[^/]*(\/.*)?$/.exec(fixture.cluster.services[service]!.setting(setting)) ?? [];
  return `${scheme ?? name}://${user}${hosts}${path ?? ''}`;
}

function settingsOf(service: string): Record<string, string> {
  const { postgres, nats } = fixture.cluster;
  const uses = (setting: string) => fixture.cluster.services[service]!.setting(setting) !== '';
  const database = withHosts(
    service,
    'DATABASE_URL',
    `${NOBODY},127.0.0.1:${standby.server.port},127.0.0.1:${postgres.port}`,
  );
  return {
    DATABASE_URL: `${database}?target_session_attrs=read-write`,
    ...(uses('NATS_URL') && { NATS_URL: withHosts(service, 'NATS_URL', `${NOBODY},127.0.0.1:${nats.port}`) }),
    ...(uses('REDIS_URL') && {
      REDIS_URL: `${withHosts(service, 'REDIS_URL', `${NOBODY},127.0.0.1:${sentinel.port}`, 'redis+sentinel').replace(/\/$/, '')}/primary`,
    }),
  };
}

/** Resolves when a Redis says this in that section of its INFO. */
async function says(address: RedisOptions, section: string, text: string): Promise<void> {
  const redis = new Redis(address);
  try {
    await eventually(async () => {
      if (!(await redis.info(section)).includes(text)) throw new Error(`redis does not say ${text}`);
    }, 60_000);
  } finally {
    redis.disconnect();
  }
}

beforeAll(async () => {
  fixture = await OutboxFixture.start();
  standby = await startStandby(fixture.cluster);
  const { redis, redisAdminUrl } = fixture.cluster;
  const { username, password } = new URL(redisAdminUrl);
  const users = await usersOf(redisAdminUrl);
  replica = await startRedisProcess([
    ...users,
    `replicaof 127.0.0.1 ${redis.port}`,
    `masteruser ${username}`,
    `masterauth ${password}`,
  ]);
  sentinel = await startRedisProcess([
    `sentinel monitor primary 127.0.0.1 ${redis.port} 1`,
    `sentinel auth-user primary ${username}`,
    `sentinel auth-pass primary ${password}`,
    'sentinel down-after-milliseconds primary 1000',
    'sentinel failover-timeout primary 5000',
  ]);
  await says({ port: replica.port, username, password }, 'replication', 'master_link_status:up');
  // Sentinel learns of replicas from the primary, and promotes none that it does not know.
  await says({ port: sentinel.port }, 'sentinel', 'slaves=1');
}, 180_000);
afterAll(async () => {
  await Promise.all([standby?.stop(), replica?.stop(), sentinel?.stop()]);
  // Last, because it removes the folder that has the standby's files.
  await fixture?.stop();
});

const toggle = (value: boolean) =>
  eventually(async () => {
    expect((await fixture.toggle(value))?.status).toBe(200);
    const { body } = await fixture.readFresh();
    expect(body[0].is_enabled).toBe(value);
  }, 30_000);

describe('several hosts', () => {
  it('F43: services start while one is down, and find the primary among the others', async () => {
    for (const service of SERVICES) {
      await fixture.cluster.services[service]!.stop();
      await fixture.cluster.services[service]!.start(settingsOf(service));
    }
    for (const engine of ['postgres', 'redis', 'nats'] as const) await expectState(fixture, GATEWAY, engine);
    await expectState(fixture, 'auth', 'redis');
    await toggle(true);
    await toggle(false);
    await fixture.expectAuditComplete();
  });

  it('F43: the primary of Redis dies: its replica is promoted and used', async () => {
    await fixture.cluster.redis.kill();
    await expectState(fixture, GATEWAY, 'redis', 'unreachable');
    await toggle(true);
    for (const service of ['auth', 'flags-admin', GATEWAY]) await expectState(fixture, service, 'redis');
    const { username, password } = new URL(fixture.cluster.redisAdminUrl);
    const promoted = new Redis({ port: replica.port, username, password });
    await promoted.flushall();
    await toggle(false);
    await eventually(async () => expect(await promoted.dbsize()).toBeGreaterThan(0));
    promoted.disconnect();
  });

  it('F43: the primary of Postgres dies: its standby is promoted and used, without a restart', async () => {
    await standby.caughtUp();
    await fixture.cluster.postgres.kill();
    await eventually(async () => expect((await fixture.read()).headers['burgee-freshness']).toMatch(/^stale/));
    await standby.promote();
    await toggle(true);
    for (const service of ['auth', 'flags-admin', 'audit', GATEWAY]) await expectState(fixture, service, 'postgres');
    const { id } = fixture.tried.at(-1)!;
    await eventually(async () => {
      const entries = await standby.query("select id from audit.entries where content::json ->> 'request_id' = $1", [
        id,
      ]);
      expect(entries).toHaveLength(1);
    }, 30_000);
  });
});
