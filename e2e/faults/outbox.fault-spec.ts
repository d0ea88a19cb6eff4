import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@burgee/testing';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from './outbox-fixture.js';
import { expectFreshWithoutNats, expectNotifications, openStreams } from './without-nats.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2, flagsAdmins: 2 });
});
afterEach(() => fixture.expectAuditComplete());
afterAll(() => fixture?.stop());

const service = (name: string) => fixture.cluster.services[name]!;

/** Runs the command for dead-lettered messages, as the role of flags-admin. */
async function outbox(...words: string[]): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: service('flags-admin-1').setting('DATABASE_URL') };
  const command = join(process.cwd(), 'apps', 'flags-admin', 'dist', 'dead-letters', 'main.js');
  const child = spawn(process.execPath, [command, ...words], { env });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output: output + errors };
}

const deadLettersOfProject = () => fixture.project.owner.client.get(`/api/projects/${fixture.project.id}/dead-letters`);

async function restartWith(name: string, settings: Record<string, string>): Promise<void> {
  await service(name).kill();
  await service(name).start(settings);
}

describe('what was acknowledged is never lost', () => {
  it('F6, F8: NATS is down for more than ten attempts to reconnect and comes back with nothing: reads are fresh, writes 200, streams receive changes, then by notification again; audit has each once', async () => {
    const streams = await openStreams(fixture);
    await expectNotifications(fixture, streams);
    await fixture.cluster.nats.kill();
    await fixture.flip(10, 'flags-admin-2');
    expect(await expectFreshWithoutNats(fixture, streams, 7_000)).toBeGreaterThan(1);
    await fixture.cluster.nats.start();
    await expectNotifications(fixture, streams);
    for (const stream of streams) stream.close();
    await fixture.expectAuditComplete();
  });

  it('F8: NATS comes back and takes smaller messages: what is larger arrives all the same, and nothing is dead-lettered', async () => {
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

  it('F19: flags-admin is killed after COMMIT, before the notification: reads show it at once, streams receive it, audit has it once', async () => {
    const next = !(await fixture.isEnabled());
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'kill:after-commit' });
    const stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
    await stream.until(({ event }) => event === 'ready');
    expect(await fixture.toggle(next)).toBeUndefined();
    expect((await fixture.readFresh()).body[0].is_enabled).toBe(next);
    await stream.until(({ event, data }) => event === 'flag_updated' && data.is_enabled === next);
    stream.close();
    await fixture.expectAuditComplete();
    expect((await fixture.entries()).at(-1)?.id).toBe(fixture.tried.at(-1)?.id);
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    await service('flags-admin-1').start();
  });

  it('F20: flags-admin is killed before COMMIT: nothing changed, no event, no audit entry', async () => {
    await fixture.expectAuditComplete();
    const before = { read: (await fixture.readFresh()).headers.etag, entries: await fixture.entries() };
    const stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
    await stream.until(({ event }) => event === 'ready');
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'kill:before-commit' });
    expect(await fixture.toggle(!(await fixture.isEnabled()))).toBeUndefined();
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    expect((await fixture.readFresh()).headers.etag).toBe(before.read);
    await fixture.flip(1, 'flags-admin-2');
    const next = await stream.until(({ event }) => event === 'flag_updated');
    expect(`"${next.id}"`).toBe((await fixture.readFresh()).headers.etag);
    expect(stream.events.filter(({ event }) => event !== 'ready')).toHaveLength(1);
    stream.close();
    await fixture.expectAuditComplete();
    expect(await fixture.entries()).toHaveLength(before.entries.length + 1);
    await service('flags-admin-1').start();
  });

  it('F21: audit is down: the dashboard is unaffected, and later the audit list is complete', async () => {
    await service('audit').kill();
    await fixture.flip(100);
    await eventually(async () => {
      expect(await fixture.metric('flags-admin-1', 'outbox_unacknowledged_audit_messages')).toBe(100);
      expect(await fixture.metric('flags-admin-2', 'outbox_oldest_audit_message_seconds')).toBeGreaterThan(0);
    });
    expect((await fixture.project.owner.client.get(`/api/projects/${fixture.project.id}/flags`)).status).toBe(200);
    await service('audit').start();
    await fixture.expectAuditComplete();
    await eventually(async () =>
      expect(await fixture.metric('flags-admin-1', 'outbox_unacknowledged_audit_messages')).toBe(0),
    );
  });

  it('F22: audit dies after the insert and before its answer: exactly one row', async () => {
    await restartWith('audit', { BURGEE_FAILPOINT: 'kill:after-insert' });
    await fixture.flip(1);
    await eventually(() => expect(service('audit').running).toBe(false));
    const id = fixture.tried.at(-1)!.id;
    expect((await fixture.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
    await service('audit').start();
    await eventually(async () =>
      expect(await fixture.query(`select 1 from flags.outbox where kind = 'audit'`)).toEqual([]),
    );
    expect((await fixture.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
  });

  it('F22: audit dies while the insert waits: what it has not committed it has not confirmed', async () => {
    await restartWith('audit', {});
    const stop = await fixture.hold('lock table audit.entries in access exclusive mode');
    await fixture.flip();
    const id = fixture.tried.at(-1)!.id;
    const inserting = `from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'audit.record'`;
    const waiting = () => fixture.query(`select pid ${inserting}`);
    await eventually(async () => expect(await waiting()).not.toEqual([]));
    await service('audit').kill();
    await fixture.query(`select pg_terminate_backend(pid) ${inserting}`);
    await stop();
    await eventually(async () => expect(await waiting()).toEqual([]));
    await service('audit').start();
    await fixture.expectAuditComplete();
    expect((await fixture.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
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
    // The leader may have changed meanwhile: each message is said once by one of them.
    const logs = () =>
      ['flags-admin-1', 'flags-admin-2'].map((name) => readFileSync(service(name).logFile, 'utf8')).join('');
    await eventually(() =>
      expect(logs().match(/"severity_number":17.*dead-lettered an outbox message/g)).toHaveLength(4),
    );
    await fixture.query(
      `update flags.outbox set environment_id = $1 where dead_lettered_at is not null and kind = 'sdk_key_changed'`,
      [fixture.project.development.id],
    );
    const listed = await outbox('list');
    expect(listed).toMatchObject({ code: 0, output: expect.stringMatching(/^(\S+ {2}\S+Z {2}.+\n){4}$/) });
    const delivered = await outbox('deliver');
    expect(delivered.code).toBe(1);
    expect(delivered.output.match(/refused again: .*(do not fit|not an object)/g)).toHaveLength(3);
    expect(delivered.output.match(/ {2}delivered$/gm)).toHaveLength(1);
    const [repaired] = await fixture.query<{ event_id: string }>(
      `update flags.outbox set payload = payload || $1
       where dead_lettered_at is not null and payload->>'project_id' = $2 returning event_id`,
      [{ user_id: fixture.project.owner.id, user_name: 'Ada' }, fixture.project.id],
    );
    expect(await outbox('deliver', repaired!.event_id)).toEqual({
      code: 0,
      output: `${repaired!.event_id}  delivered\n`,
    });
    expect(await fixture.query('select from audit.entries where id = $1', [repaired!.event_id])).toHaveLength(1);
    expect((await deadLettersOfProject()).body).toEqual({ count: 0, oldest_at: null });
    await fixture.query('delete from flags.outbox where dead_lettered_at is not null');
    await eventually(async () =>
      expect((await fixture.at('flags-admin-1').get('/readyz')).body).toEqual({ status: 'ok' }),
    );
    expect(await outbox('deliver')).toEqual({ code: 0, output: 'No message is dead-lettered.\n' });
  });
});
