import { readFileSync } from 'node:fs';
import { eventually, startTestCluster, type TestCluster, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StreamFixture } from '../streams/stream-fixture.js';

const NEED_POSTGRES = ['auth', 'flags-admin', 'audit'];
/** So many tries to connect. */
const AWAY_MILLISECONDS = 3_000;

let cluster: TestCluster;
let fixture: StreamFixture;

beforeAll(async () => {
  cluster = await startTestCluster({ links: false, settings: { LOG_LEVEL: 'info' } });
  fixture = await StreamFixture.in(cluster);
});
afterAll(() => cluster?.stop());

const service = (name: string) => cluster.services[name]!;
const internal = (name: string) => new TestClient(service(name).opsUrl);
const log = (name: string) => readFileSync(service(name).logFile, 'utf8');

const messages = (lines: string) => [...lines.matchAll(/"body":"(.*?)"\}$/gm)].map(([, text = '']) => text);

/** Resolves when a service has been without Postgres for a while, by its own account. */
async function untilAwayForLong(name: string): Promise<void> {
  await eventually(async () => {
    const { postgres } = (await internal(name).get('/status')).body.dependencies;
    expect(postgres.state).toBe('down');
    expect(Date.now() - Date.parse(postgres.since)).toBeGreaterThan(AWAY_MILLISECONDS);
  }, 60_000);
}

describe('without Postgres', () => {
  it('F45: services log one line of an outage, and wait for Postgres when they start: alive, not ready, not restarted', async () => {
    const logged = Object.fromEntries(NEED_POSTGRES.map((name) => [name, log(name).length]));
    await cluster.postgres.kill();
    await Promise.all(NEED_POSTGRES.map(untilAwayForLong));
    for (const name of NEED_POSTGRES) {
      // The answer to a request may be logged late; a replica that led the outbox says that it does not any more; a busy
      // machine may be slow to answer for another engine.
      const isOther = /^request$|leader lock|^(redis|nats) is (down|up)$/;
      const said = messages(log(name).slice(logged[name])).filter((text) => !isOther.test(text));
      expect(said).toEqual(['postgres is down']);
    }

    await Promise.all(NEED_POSTGRES.map((name) => service(name).kill()));
    for (const name of NEED_POSTGRES) logged[name] = log(name).length;
    const started = Promise.all(NEED_POSTGRES.map((name) => service(name).start()));
    await Promise.all(NEED_POSTGRES.map(untilAwayForLong));
    const pids = NEED_POSTGRES.map((name) => service(name).pid);
    for (const name of NEED_POSTGRES) {
      expect((await internal(name).get('/livez')).status).toBe(200);
      const { status, body } = await internal(name).get('/readyz');
      expect([status, body.detail]).toEqual([503, 'starting, postgres is down']);
      expect(body.dependencies.postgres.last_error).toMatch('ECONNREFUSED');
      expect(log(name).slice(logged[name])).toMatch(/^\{.*"body":"postgres is down"\}\n$/);
    }

    await cluster.postgres.start();
    await started;
    expect(NEED_POSTGRES.map((name) => service(name).pid)).toEqual(pids);
    for (const name of NEED_POSTGRES)
      await eventually(async () => expect((await internal(name).get('/readyz')).status).toBe(200));
    await fixture.changes(2);
  });

  it('F45: a service that waits for Postgres stops at once on SIGTERM', async () => {
    await cluster.postgres.kill();
    await service('audit').kill();
    const started = service('audit')
      .start()
      .catch((error: Error) => error.message);
    await untilAwayForLong('audit');
    await service('audit').stop();
    expect(await started).toMatch('audit ended at once (status 0)');
    await cluster.postgres.start();
    await service('audit').start();
  });
});

describe('the api-gateway', () => {
  it('F45: is not ready before the services behind it are, and stays ready when one dies later', async () => {
    await Promise.all(['api-gateway', 'audit'].map((name) => service(name).kill()));
    await service('api-gateway').start();
    const ready = async () => {
      const { status, body } = await new TestClient(cluster.url).get('/readyz');
      return [status, body.detail];
    };
    await eventually(async () => expect(await ready()).toEqual([503, 'audit is not ready']));
    await service('audit').start();
    await eventually(async () => expect(await ready()).toEqual([200, undefined]));
    await service('audit').kill();
    expect((await new TestClient(cluster.url).get('/api/v1/flags', fixture.key)).status).toBe(200);
    expect(await ready()).toEqual([200, undefined]);
    await service('audit').start();
  });
});
