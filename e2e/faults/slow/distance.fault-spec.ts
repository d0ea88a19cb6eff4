import { eventually, removeFallbackFiles } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { encryptedPostgres } from '../encrypted-postgres.js';
import { COUNTING_POSTGRES, ReadFixture } from '../read-fixture.js';

const ROUND_TRIP_MILLISECONDS = 150;
const GATEWAYS = ['sdk-gateway-1', 'sdk-gateway-2'];

const encrypted = encryptedPostgres();
let fixture: ReadFixture;

beforeAll(async () => {
  fixture = await ReadFixture.start({
    postgresSettings: [...COUNTING_POSTGRES, ...encrypted.postgresSettings],
    // Its certificate is its own; what counts here is that the handshake takes round trips.
    settings: { PGSSLMODE: 'no-verify' },
  });
  await fixture.query('create extension if not exists pg_stat_statements');
}, 90_000);
afterAll(async () => {
  await fixture?.stop();
  encrypted.remove();
});

/** How far Postgres is from these services, as a round trip in milliseconds. */
function distance(services: string[], milliseconds: number): void {
  for (const service of services) fixture.cluster.link(service, 'postgres').latency(milliseconds / 2);
}

/** All connections of these services to Postgres are lost, and can be made again. */
async function reconnect(services: string[]): Promise<void> {
  for (const service of services) {
    const link = fixture.cluster.link(service, 'postgres');
    link.reset();
    await link.pass();
  }
}

const expectStaleReads = () => fixture.expectStaleReads();
const expectRecovery = () => fixture.expectRecovery();

async function checks(): Promise<number> {
  const [row] = await fixture.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%from sdk_read.origin_v2%'`,
  );
  return row!.calls;
}

describe('F48: Postgres is far away', () => {
  it('speaks TLS with each service', async () => {
    const rows = await fixture.query<{ name: string; ssl: boolean }>(
      `select distinct application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
       where application_name like 'burgee %'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
  });

  it('at 150 ms gateways connect again, and reads are fresh, each after one statement', async () => {
    await reconnect(GATEWAYS);
    distance(GATEWAYS, ROUND_TRIP_MILLISECONDS);
    await fixture.readAllFresh();
    await fixture.expectFreshReads(5);
    // If a busy machine makes a check reach its limit, probes are counted too: then this counts again.
    await eventually(async () => {
      const before = await checks();
      for (let n = 0; n < 10; n++) expect((await fixture.read(n % 2)).headers).not.toHaveProperty('burgee-freshness');
      expect((await checks()) - before).toBe(10);
    }, 60_000);
  });

  it('at 150 ms under load reads are fresh and linearizable, with two checks a round trip and replica at most', async () => {
    distance(GATEWAYS, ROUND_TRIP_MILLISECONDS);
    await fixture.readAllFresh();
    const [before, startedAt] = [await checks(), performance.now()];
    const traffic = await fixture.traffic((seen) => fixture.untilFresh(seen, 500));
    const elapsed = performance.now() - startedAt;
    fixture.expectFresh(traffic);
    const atMost = (2 * GATEWAYS.length * elapsed) / ROUND_TRIP_MILLISECONDS;
    expect((await checks()) - before).toBeLessThanOrEqual(atMost + 2 * GATEWAYS.length);
  });

  it('a slow load of flags blocks no check', async () => {
    distance(GATEWAYS, ROUND_TRIP_MILLISECONDS);
    await fixture.readAllFresh();
    const other = new pg.Client({ connectionString: fixture.cluster.databaseUrl });
    await other.connect();
    await other.query('begin; lock table flags.flag_values in access exclusive mode');
    const key = { 'x-sdk-key': fixture.project.production.sdk_key };
    const loads = Array.from({ length: 20 }, () => fixture.cluster.gateways[0]!.get('/api/v1/flags', key));
    await eventually(async () => {
      for (let n = 0; n < 5; n++) expect((await fixture.read(0)).headers).not.toHaveProperty('burgee-freshness');
    });
    await other.end();
    await Promise.all(loads);
    await fixture.readAllFresh();
  });

  it('a replica that starts far from Postgres, without Redis and without files, answers fresh', async () => {
    const gateway = fixture.cluster.services['sdk-gateway-1']!;
    await fixture.cluster.redis.kill();
    await gateway.kill();
    await removeFallbackFiles(gateway);
    distance(['sdk-gateway-1'], ROUND_TRIP_MILLISECONDS);
    await gateway.start();
    expect((await fixture.readFresh(0)).body[0].key).toBe(fixture.flag.key);
    await fixture.cluster.redis.start();
  });

  it('at 150 ms the other services connect, take writes and deliver them', async () => {
    const others = ['auth', 'flags-admin', 'audit'];
    await reconnect(others);
    distance(others, ROUND_TRIP_MILLISECONDS);
    await eventually(async () => expect((await fixture.toggle(true)).status).toBe(200), 30_000);
    await eventually(async () => expect(await fixture.metric('flags-admin', 'outbox_leader')).toBe(1), 30_000);
    distance(others, 0);
    await fixture.readPosition();
  });

  it('P6: paused at 150 ms, reads are answered from the last known good, marked as stale', async () => {
    distance(GATEWAYS, ROUND_TRIP_MILLISECONDS);
    await fixture.readAllFresh();
    fixture.cluster.postgres.pause();
    await expectStaleReads();
    fixture.cluster.postgres.resume();
    await expectRecovery();
  });

  it('too far for any limit, reads are stale and marked; near again, they are fresh', async () => {
    distance(GATEWAYS, 700);
    await expectStaleReads();
    distance(GATEWAYS, 0);
    await expectRecovery();
  });
});
