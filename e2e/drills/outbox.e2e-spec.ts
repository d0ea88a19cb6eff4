import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxScene } from './outbox-scene.js';

let scene: OutboxScene;

beforeAll(async () => {
  scene = await OutboxScene.start({ flagsAdmins: 2 });
}, 60_000);
afterEach(() => scene.expectAuditComplete());
afterAll(() => scene?.stop());

const service = (name: string) => scene.house.services[name]!;

async function restartWith(name: string, settings: Record<string, string>): Promise<void> {
  await service(name).kill();
  await service(name).start(settings);
}

describe('what was acknowledged is never lost', () => {
  it('F8: NATS comes back with nothing: every change is in the audit log, once', async () => {
    const before = (await scene.entries()).length;
    await scene.flip(5);
    await scene.house.nats.kill();
    await scene.flip(10);
    await scene.flip(10, 'flags-admin-2');
    await scene.house.nats.start();
    await scene.expectAuditComplete();
    expect(await scene.entries()).toHaveLength(before + 25);
  });

  it('F19: flags-admin is killed after COMMIT, before the doorbell: reads show it at once, streams within 2 s, audit has it once', async () => {
    const next = !(await scene.isEnabled());
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'kill:after-commit' });
    const stream = await scene.house.gateways[0]!.stream('/api/v1/stream', scene.key);
    await stream.until(({ event }) => event === 'ready');
    expect(await scene.toggle(next)).toBeUndefined();
    const answer = await scene.read();
    expect(answer.body[0].is_enabled).toBe(next);
    expect(answer.headers['burgee-freshness']).toBeUndefined();
    await stream.until(({ event, data }) => event === 'flag_updated' && data.is_enabled === next, 2_000);
    stream.close();
    await scene.expectAuditComplete();
    expect((await scene.entries()).at(-1)?.id).toBe(scene.tried.at(-1)?.id);
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    await service('flags-admin-1').start();
  });

  it('F20: flags-admin is killed before COMMIT: nothing changed, no event, no audit entry', async () => {
    await scene.expectAuditComplete();
    const before = { read: (await scene.read()).headers.etag, entries: await scene.entries() };
    const stream = await scene.house.gateways[0]!.stream('/api/v1/stream', scene.key);
    await stream.until(({ event }) => event === 'ready');
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'kill:before-commit' });
    expect(await scene.toggle(!(await scene.isEnabled()))).toBeUndefined();
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    expect((await scene.read()).headers.etag).toBe(before.read);
    await scene.flip(1, 'flags-admin-2');
    const next = await stream.until(({ event }) => event === 'flag_updated');
    expect(`"${next.id}"`).toBe((await scene.read()).headers.etag);
    expect(stream.events.filter(({ event }) => event !== 'ready')).toHaveLength(1);
    stream.close();
    await scene.expectAuditComplete();
    expect(await scene.entries()).toHaveLength(before.entries.length + 1);
    await service('flags-admin-1').start();
  });

  it('F21: audit is down: the dashboard is unaffected, and later the audit list is complete', async () => {
    await service('audit').kill();
    await scene.flip(100);
    await eventually(async () => {
      expect(await scene.metric('flags-admin-1', 'burgee_outbox_unconfirmed_audit_facts')).toBe(100);
      expect(await scene.metric('flags-admin-2', 'burgee_outbox_oldest_audit_fact_seconds')).toBeGreaterThan(0);
    });
    expect((await scene.project.owner.visitor.get(`/api/projects/${scene.project.id}/flags`)).status).toBe(200);
    await service('audit').start();
    await scene.expectAuditComplete();
    await eventually(async () =>
      expect(await scene.metric('flags-admin-1', 'burgee_outbox_unconfirmed_audit_facts')).toBe(0),
    );
  });

  it('F22: audit dies after the insert and before its answer: exactly one row', async () => {
    await restartWith('audit', { BURGEE_FAILPOINT: 'kill:after-insert' });
    await scene.flip(1);
    await eventually(() => expect(service('audit').running).toBe(false));
    const id = scene.tried.at(-1)!.id;
    expect((await scene.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
    await service('audit').start();
    await eventually(async () =>
      expect(await scene.ask(`select 1 from flags.outbox where kind = 'audit'`)).toEqual([]),
    );
    expect((await scene.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
  });

  it('F22: audit dies while the insert waits: what it has not committed it has not confirmed', async () => {
    await restartWith('audit', {});
    const stop = await scene.hold('lock table audit.entries in access exclusive mode');
    await scene.flip();
    const id = scene.tried.at(-1)!.id;
    const inserting = `from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'audit.entries'`;
    const waiting = () => scene.ask(`select pid ${inserting}`);
    await eventually(async () => expect(await waiting()).not.toEqual([]));
    await service('audit').kill();
    await scene.ask(`select pg_terminate_backend(pid) ${inserting}`);
    await stop();
    await eventually(async () => expect(await waiting()).toEqual([]));
    await service('audit').start();
    await scene.expectAuditComplete();
    expect((await scene.entries()).filter((entry) => entry.id === id)).toHaveLength(1);
  });

  it('F37: poison in the outbox is set aside with an alarm, and the others flow', async () => {
    await scene.ask(
      `insert into flags.outbox (event_id, kind, environment_id, payload)
       select gen_random_uuid(), kind, environment, payload from (values
         ('audit', $1::uuid, 'null'::jsonb), ('audit', $1, '{"action": "flag_toggle", "project_id": "no id"}'),
         ('flag_updated', $1, '{"key": 7}'), ('sdk_key_changed', null, '{}')) as poison(kind, environment, payload)`,
      [scene.project.development.id],
    );
    await scene.flip(20);
    await scene.expectAuditComplete(5_000);
    await eventually(async () => {
      const rows = await scene.ask<{ kind: string; last_error: string }>(
        'select kind, last_error from flags.outbox where set_aside_at is not null order by kind',
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['audit', 'audit', 'flag_updated', 'sdk_key_changed']);
      for (const { last_error } of rows) expect(last_error).toMatch(/do not fit|not an object/);
      expect(await scene.metric('flags-admin-1', 'burgee_outbox_set_aside_facts')).toBe(4);
      expect(await scene.metric('flags-admin-2', 'burgee_outbox_set_aside_facts')).toBe(4);
      const status = await (await fetch(`${service('flags-admin-1').opsUrl}/status`)).json();
      expect(status).toHaveProperty('outbox.set_aside', 4);
    });
    const log = readFileSync(service(await scene.leader()).logFile, 'utf8');
    expect(log.match(/"level":50.*was set aside/g)).toHaveLength(4);
    await scene.ask(
      `update flags.outbox set environment_id = $1 where set_aside_at is not null and kind = 'sdk_key_changed'`,
      [scene.project.development.id],
    );
    const page = readFileSync(join(process.cwd(), 'docs', 'adr', '0032-the-outbox-relay.md'), 'utf8');
    await scene.ask(/`(update flags.outbox set set_aside_at = null.*?)`/s.exec(page)?.[1] ?? '');
    await eventually(async () => {
      const rows = await scene.ask<{ kind: string; aside: boolean }>(
        `select kind, set_aside_at is not null as aside from flags.outbox
         where delivered_at is null and revision is null order by kind`,
      );
      expect(rows).toEqual(['audit', 'audit', 'flag_updated'].map((kind) => ({ kind, aside: true })));
    });
    await scene.ask('delete from flags.outbox where set_aside_at is not null');
  });
});
