import { mintSdkKey } from '@burgee/contracts';
import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { crashUnderWrites } from './crash-under-writes.js';
import { OutboxScene } from './outbox-scene.js';

let scene: OutboxScene;

beforeAll(async () => {
  scene = await OutboxScene.start({ flagsAdmins: 2 });
  await scene.read();
}, 60_000);
afterEach(() => scene.expectAuditComplete());
afterAll(() => scene?.stop());

interface State {
  tag: string | undefined;
  stored: number;
  outbox: string | undefined;
}

/** Everything that a change would leave behind. */
async function state(): Promise<State> {
  const [row] = await scene.ask<{ rows: string }>(
    `select string_agg(event_id::text, ' ' order by event_id) as rows from flags.outbox`,
  );
  return { tag: (await scene.read()).headers.etag, stored: await scene.storedChanges(), outbox: row?.rows };
}

async function expectWritesRefused(): Promise<void> {
  const before = await state();
  for (let n = 0; n < 5; n++) {
    const startedAt = performance.now();
    const answer = await scene.toggle(n % 2 === 0);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(answer?.status).toBe(503);
    expect(answer?.headers['retry-after']).toBe('1');
    expect(answer?.body.code).toBe('unavailable');
  }
  const path = `/api/projects/${scene.project.id}/flags`;
  expect((await scene.at('flags-admin-1').post(path, { key: 'never-made' })).status).toBe(503);
  expect(await state()).toEqual(before);
}

describe('Postgres takes no writes', () => {
  it('F11: killed under writes, three times: what was answered 2xx is there, and nothing is in part', async () => {
    const { acknowledged } = await crashUnderWrites(scene, 3);
    expect(acknowledged).toBeGreaterThan(10);
  });

  it('F13: read-only: writes answer 503 and change nothing, reads are fresh', async () => {
    await scene.expectAuditComplete();
    const readOnly = (value: string) =>
      scene
        .ask(`alter system set default_transaction_read_only = ${value}`)
        .then(() => scene.ask('select pg_reload_conf()'));
    await readOnly('on');
    await eventually(async () => expect((await scene.toggle(!(await scene.isEnabled())))?.status).toBe(503));
    await expectWritesRefused();
    expect((await scene.read()).headers['burgee-freshness']).toBeUndefined();
    // What is read-only can still be told so: a session may choose for itself.
    const client = new pg.Client({ connectionString: scene.house.databaseUrl });
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
    await client.end();
    await eventually(() => scene.flip());
  });

  it('F13: no connection is left: 503, reads go on, and it recovers by itself', async () => {
    await scene.expectAuditComplete();
    const before = (await scene.read()).headers.etag;
    const role = new URL(scene.house.services['flags-admin-1']!.setting('DATABASE_URL')).username;
    await scene.ask(`alter role ${role} connection limit 0`);
    await scene.ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    const answers = await Promise.all([true, false, true].map((value) => scene.toggle(value)));
    expect(answers.map((answer) => answer?.status)).toEqual([503, 503, 503]);
    const read = await scene.read();
    expect([read.status, read.headers.etag, read.headers['burgee-freshness']]).toEqual([200, before, undefined]);
    await scene.ask(`alter role ${role} connection limit -1`);
    await eventually(() => scene.flip());
    await eventually(() => scene.leader());
  });

  it('F13: none is left for the gateway: what was last known within 0.5 s, writes are taken, and it recovers by itself', async () => {
    const role = new URL(scene.house.services['sdk-gateway-1']!.setting('DATABASE_URL')).username;
    await scene.ask(`alter role ${role} connection limit 0`);
    await scene.ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    for (let n = 0; n < 5; n++) {
      const startedAt = performance.now();
      const { status, headers, body } = await scene.read();
      expect(performance.now() - startedAt).toBeLessThan(500 + 100);
      expect([status, body[0].key]).toEqual([200, scene.flag.key]);
      expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    }
    // Nobody can say whether that is a key.
    const unseen = await scene.house.gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': mintSdkKey() });
    expect([unseen.status, unseen.headers['retry-after']]).toEqual([503, '1']);
    await scene.flip(3);
    await scene.ask(`alter role ${role} connection limit -1`);
    await eventually(async () => {
      const { headers, body } = await scene.read();
      expect([headers['burgee-freshness'], body[0].is_enabled]).toEqual([undefined, await scene.isEnabled()]);
    });
  });
});
