import { readFileSync } from 'node:fs';
import { eventually } from '@burgee/testing';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operate } from '../backup-command.js';
import { OutboxFixture } from '../outbox-fixture.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 1, flagsAdmins: 2 });
});
afterAll(() => fixture?.stop());

const service = (name: string) => fixture.cluster.services[name]!;

/** Runs the command for dead-lettered messages, as the owner of the database. */
const deadLetters = (...words: string[]) =>
  operate(['dead-letters', ...words], { DATABASE_URL: fixture.cluster.databaseUrl });

const deadLettersOfProject = () => fixture.project.owner.client.get(`/api/projects/${fixture.project.id}/dead-letters`);

describe('messages that NATS or audit refuses', () => {
  it('F8: NATS comes back with a smaller limit: larger messages still arrive, none is dead-lettered', async () => {
    await fixture.cluster.nats.kill();
    await fixture.cluster.nats.configure('max_payload: 4096');
    await fixture.cluster.nats.start();
    const url = new URL(service('sdk-gateway-1').setting('NATS_URL'));
    const nats = await connect({ servers: url.host, user: url.username, pass: url.password });
    const notifications: { revision: number; flag?: object }[] = [];
    nats.subscribe('flag.updated.*', { callback: (_, message) => void notifications.push(message.json()) });
    await nats.flush();
    const stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
    await stream.until(({ event }) => event === 'ready');
    const large = await fixture.edit('flags-admin-1', 9_000);
    expect(large?.status).toBe(200);
    const { data } = await stream.until(({ event }) => event === 'flag_updated');
    expect(data.targeting_value).toHaveLength(9_000);
    stream.close();
    await fixture.expectAuditComplete();
    await fixture.edit('flags-admin-1');
    const isWhole = () => notifications.map(({ flag }) => flag !== undefined);
    await eventually(() => expect(isWhole()).toEqual(expect.arrayContaining([false, true])));
    await nats.close();
    expect(await fixture.query('select event_id from flags.outbox where dead_lettered_at is not null')).toEqual([]);
  });

  it('F37: messages that cannot be delivered are dead-lettered with an alarm, and the others are delivered', async () => {
    await fixture.query(
      `insert into flags.outbox (event_id, kind, environment_id, payload)
       select gen_random_uuid(), kind, environment, payload from (values
         ('audit', $1::uuid, 'null'::jsonb), ('audit', $1, jsonb_build_object('action', 'flag_toggle', 'project_id', $2::text)),
         ('flag_updated', $1, '{"key": 7}'), ('sdk_key_changed', null, '{}')) as poison(kind, environment, payload)`,
      [fixture.project.development.id, fixture.project.id],
    );
    await fixture.flip(20);
    await fixture.expectAuditComplete();
    await eventually(async () => {
      const rows = await fixture.query<{ kind: string; last_error: string }>(
        'select kind, last_error from flags.outbox where dead_lettered_at is not null order by kind',
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['audit', 'audit', 'flag_updated', 'sdk_key_changed']);
      for (const { last_error } of rows) expect(last_error).toMatch(/do not fit|not an object/);
      expect(await fixture.metric('flags-admin-1', 'outbox_dead_letters')).toBe(4);
      expect(await fixture.metric('flags-admin-2', 'outbox_dead_letters')).toBe(4);
      const status = await (await fetch(`${service('flags-admin-1').opsUrl}/status`)).json();
      expect(status).toHaveProperty('outbox.dead_letters', 4);
    });
    await eventually(async () =>
      expect(await fixture.at('flags-admin-1').get('/readyz')).toMatchObject({
        status: 200,
        body: { status: 'degraded', detail: expect.stringContaining(': 4.') },
      }),
    );
    expect((await deadLettersOfProject()).body).toEqual({ count: 1, oldest_at: expect.any(String) });
    // The leader may have changed: one replica logs each message once.
    const logs = () =>
      ['flags-admin-1', 'flags-admin-2'].map((name) => readFileSync(service(name).logFile, 'utf8')).join('');
    await eventually(() =>
      expect(logs().match(/"severity_number":17.*dead-lettered an outbox message/g)).toHaveLength(4),
    );
    await fixture.query(
      `update flags.outbox set environment_id = $1 where dead_lettered_at is not null and kind = 'sdk_key_changed'`,
      [fixture.project.development.id],
    );
    const listed = await deadLetters('list');
    expect(listed).toMatchObject({ code: 0, output: expect.stringMatching(/^(\S+ {2}\S+Z {2}.+\n){4}$/) });
    const delivered = await deadLetters('deliver');
    expect(delivered.code).toBe(1);
    expect(delivered.output.match(/refused again: .*(do not fit|not an object)/g)).toHaveLength(3);
    expect(delivered.output.match(/ {2}delivered$/gm)).toHaveLength(1);
    const [repaired] = await fixture.query<{ event_id: string }>(
      `update flags.outbox set payload = payload || $1
       where dead_lettered_at is not null and payload->>'project_id' = $2 returning event_id`,
      [{ user_id: fixture.project.owner.id, user_name: 'Ada' }, fixture.project.id],
    );
    expect(await deadLetters('deliver', repaired!.event_id)).toEqual({
      code: 0,
      output: `${repaired!.event_id}  delivered\n`,
    });
    expect(await fixture.query('select from audit.entries where id = $1', [repaired!.event_id])).toHaveLength(1);
    expect((await deadLettersOfProject()).body).toEqual({ count: 0, oldest_at: null });
    await fixture.query('delete from flags.outbox where dead_lettered_at is not null');
    await eventually(async () =>
      expect((await fixture.at('flags-admin-1').get('/readyz')).body).toEqual({ status: 'ok' }),
    );
    expect(await deadLetters('deliver')).toEqual({ code: 0, output: 'No message is dead-lettered.\n' });
  });
});
