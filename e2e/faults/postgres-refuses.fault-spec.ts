import { mintSdkKey } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { crashUnderWrites } from './crash-under-writes.js';
import { OutboxFixture } from './outbox-fixture.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ flagsAdmins: 2 });
  await fixture.readFresh();
});
afterEach(() => fixture.expectAuditComplete());
afterAll(() => fixture?.stop());

interface State {
  tag: string | undefined;
  stored: number;
  outbox: string[];
}

/** Everything that a change would leave behind. */
async function state(): Promise<State> {
  const rows = await fixture.query<{ event_id: string }>('select event_id from flags.outbox');
  const outbox = rows.map(({ event_id }) => event_id);
  return { tag: (await fixture.readFresh()).headers.etag, stored: await fixture.storedChanges(), outbox };
}

async function expectWritesRefused(): Promise<void> {
  const before = await state();
  for (let n = 0; n < 5; n++) {
    const answer = await fixture.toggle(n % 2 === 0);
    expect(answer?.status).toBe(503);
    expect(answer?.headers['retry-after']).toBe('1');
    expect(answer?.body.code).toBe('unavailable');
  }
  const path = `/api/projects/${fixture.project.id}/flags`;
  expect((await fixture.at('flags-admin-1').post(path, { key: 'never-made' })).status).toBe(503);
  const { outbox, ...after } = await state();
  expect({ ...after, outbox: before.outbox }).toEqual(before);
  // Messages that were acknowledged before may disappear.
  expect(outbox.filter((id) => !before.outbox.includes(id))).toEqual([]);
}

describe('Postgres takes no writes', () => {
  it('F11: killed under writes, three times: writes answered 2xx are stored, and none is partial', async () => {
    const { acknowledged } = await crashUnderWrites(fixture, 3);
    expect(acknowledged).toBeGreaterThan(10);
  });

  it('F13: read-only: writes answer 503 and change nothing, reads are fresh', async () => {
    await fixture.expectAuditComplete();
    const readOnly = (value: string) =>
      fixture
        .query(`alter system set default_transaction_read_only = ${value}`)
        .then(() => fixture.query('select pg_reload_conf()'));
    await readOnly('on');
    await eventually(async () => expect((await fixture.toggle(!(await fixture.isEnabled())))?.status).toBe(503));
    await expectWritesRefused();
    await fixture.readFresh();
    // A session can still leave read-only mode for itself.
    const client = new pg.Client({ connectionString: fixture.cluster.databaseUrl });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
    await client.end();
    await eventually(() => fixture.flip());
  });

  it('F13: no connection is left: 503, reads go on, and it recovers by itself', async () => {
    await fixture.expectAuditComplete();
    const before = (await fixture.readFresh()).headers.etag;
    const role = new URL(fixture.cluster.services['flags-admin-1']!.setting('DATABASE_URL')).username;
    await fixture.query(`alter role ${role} connection limit 0`);
    await fixture.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '${role}'`);
    const answers = await Promise.all([true, false, true].map((value) => fixture.toggle(value)));
    expect(answers.map((answer) => answer?.status)).toEqual([503, 503, 503]);
    expect((await fixture.readFresh()).headers.etag).toBe(before);
    await fixture.query(`alter role ${role} connection limit -1`);
    await eventually(() => fixture.flip());
    await eventually(() => fixture.leader());
  });

  it('F13: none is left for the gateway: reads are last known good, writes succeed, and it recovers', async () => {
    const role = new URL(fixture.cluster.services['sdk-gateway-1']!.setting('DATABASE_URL')).username;
    await fixture.query(`alter role ${role} connection limit 0`);
    await fixture.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '${role}'`);
    for (let n = 0; n < 5; n++) {
      const { status, headers, body } = await fixture.read();
      expect([status, body[0].key]).toEqual([200, fixture.flag.key]);
      expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    }
    // Without Postgres, this key is neither known nor unknown.
    const unseen = await fixture.cluster.gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': mintSdkKey() });
    expect([unseen.status, unseen.headers['retry-after']]).toEqual([503, '1']);
    await fixture.flip(3);
    await fixture.query(`alter role ${role} connection limit -1`);
    await eventually(async () => {
      const { headers, body } = await fixture.read();
      expect([headers['burgee-freshness'], body[0].is_enabled]).toEqual([undefined, await fixture.isEnabled()]);
    });
  });
});
