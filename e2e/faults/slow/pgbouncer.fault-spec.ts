import { readFileSync } from 'node:fs';
import { makeSecrets, migrate } from '@burgee/launcher';
import { eventually, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { OutboxFixture } from '../outbox-fixture.js';
import { currentPgbouncer, debianPgbouncer, PgBouncer } from '../pgbouncer.js';

const ADMINS = ['flags-admin-1', 'flags-admin-2'];
const WITH_DATABASE = ['auth', 'audit', ...ADMINS, 'sdk-gateway-1', 'sdk-gateway-2'];

let fixture: OutboxFixture;
let pgbouncer: PgBouncer;
const streams: StreamReader[] = [];

const service = (name: string) => fixture.cluster.services[name]!;
const addressOf = (name: string) => new URL(service(name).setting('DATABASE_URL'));

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2, flagsAdmins: 2 });
}, 90_000);
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => fixture?.stop());

/** A service's URL that leads directly to Postgres, without PgBouncer. */
function directUrl(name: string): string {
  const url = addressOf(name);
  url.port = String(fixture.cluster.postgres.port);
  return url.href;
}

async function restartAdmins(settings: (name: string) => Record<string, string>): Promise<void> {
  await Promise.all(ADMINS.map((name) => service(name).stop()));
  await Promise.all(ADMINS.map((name) => service(name).start(settings(name))));
}

const leaders = async () => {
  const each = await Promise.all(ADMINS.map((name) => fixture.metric(name, 'outbox_leader')));
  return each.reduce((sum, one) => sum + one);
};

/** Each flags-admin makes a change; both gateways and both streams must show it. */
async function expectAllToWork(): Promise<void> {
  const open = await Promise.all(
    fixture.cluster.gateways.map((gateway) => gateway.stream('/api/v1/stream', fixture.key)),
  );
  streams.push(...open);
  for (const stream of open) await stream.until(({ event }) => event === 'ready');
  for (let n = 0; n < 6; n++) {
    await fixture.flip(1, ADMINS[n % 2]);
    const isEnabled = await fixture.isEnabled();
    for (const answer of await fixture.readAllFresh()) expect(answer.body[0].is_enabled).toBe(isEnabled);
    for (const stream of open) await stream.until(({ data }) => data?.is_enabled === isEnabled);
  }
  await fixture.expectAuditComplete();
}

describe.each([
  { version: '1.18, which loses prepared statements', find: debianPgbouncer, prepared: false },
  { version: 'a later one, which keeps them', find: currentPgbouncer, prepared: true },
])('PgBouncer in transaction mode: $version', ({ find, prepared }) => {
  beforeAll(async () => {
    const addresses = [...WITH_DATABASE.map(addressOf), new URL(fixture.cluster.databaseUrl)];
    const users = addresses.map(({ username, password }) => [username, password]);
    pgbouncer = await PgBouncer.start(await find(), fixture.cluster.postgres.port, Object.fromEntries(users));
    for (const name of WITH_DATABASE) fixture.cluster.link(name, 'postgres').redirect(pgbouncer.port);
  }, 300_000);
  afterAll(() => pgbouncer?.stop());

  it('F49: without a direct connection no flags-admin leads, each says why, and writes go on', async () => {
    await restartAdmins(() => ({}));
    for (const name of ADMINS)
      await eventually(() =>
        expect(readFileSync(service(name).logFile, 'utf8')).toMatch(/refused to lead.*DATABASE_URL_DIRECT/),
      );
    expect(await leaders()).toBe(0);
    await eventually(() => fixture.flip(1, 'flags-admin-1'));
    await fixture.flip(1, 'flags-admin-2');
  });

  it('F49: with one, exactly one leads, and delivers the waiting messages', async () => {
    await service('audit').kill();
    await fixture.flip(3, 'flags-admin-1');
    await restartAdmins((name) => ({ DATABASE_URL_DIRECT: directUrl(name) }));
    await service('audit').start();
    await eventually(async () => expect(await leaders()).toBe(1));
    await fixture.expectAuditComplete();
  });

  it('reads, changes, streams and audit work with two replicas of each', () => expectAllToWork());

  it('concurrent requests share the connections, and each gets its own answer', async () => {
    const { client } = fixture.project.owner;
    const paths = ['/api/projects', `/api/projects/${fixture.project.id}/flags`, '/api/auth/me'];
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all([
        ...paths.map((path) => client.get(path)),
        ...fixture.cluster.gateways.map((gateway) => gateway.get('/api/v1/flags', fixture.key)),
        ...ADMINS.map((name) => fixture.at(name).get(`/api/projects/${fixture.project.id}/environments`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    await fixture.readAllFresh();
    for (const name of WITH_DATABASE)
      expect(readFileSync(service(name).logFile, 'utf8')).not.toMatch(/prepared statement|bind message/);
  });

  it(`the limits of the roles hold behind it, and statements are ${prepared ? '' : 'not '}prepared`, async () => {
    const url = addressOf('sdk-gateway-1');
    url.port = String(pgbouncer.port);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2s' }]);
    // The statements that ask for this are left aside.
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_prepared_statements where statement not like '%pg_prepared_statements%'`,
    );
    await client.end();
    expect(rows[0]!.count > 0).toBe(prepared);
  });

  it('the migration refuses to run through it', async () => {
    const url = new URL(fixture.cluster.databaseUrl);
    url.port = String(pgbouncer.port);
    await expect(migrate(process.cwd(), url.href, makeSecrets())).rejects.toThrow('A pooler is between');
  });

  it('F50: killed, reads are stale and marked, writes answer 503; started again, all works', async () => {
    await fixture.readAllFresh();
    await pgbouncer.kill();
    for (const gateway of fixture.cluster.gateways) {
      const answer = await gateway.get('/api/v1/flags', fixture.key);
      expect([answer.status, answer.headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
    }
    expect((await fixture.toggle(true))?.status).toBe(503);
    await pgbouncer.restart();
    await eventually(() => fixture.flip());
    await expectAllToWork();
  });
});
