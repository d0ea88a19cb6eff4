import { eventually } from '@burgee/testing';
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

async function restartWith(name: string, settings: Record<string, string>): Promise<void> {
  await service(name).kill();
  await service(name).start(settings);
}

describe('acknowledged writes are never lost', () => {
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

  it('F19: flags-admin is killed after COMMIT, before the notification: reads show it at once, streams receive it, audit has it once', async () => {
    const next = !(await fixture.isEnabled());
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'kill:after-commit' });
    const stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
    await stream.until(({ event }) => event === 'ready');
    await fixture.toggleAndDie(next);
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
    await fixture.toggleAndDie(!(await fixture.isEnabled()));
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    expect((await fixture.readFresh()).headers.etag).toBe(before.read);
    await fixture.flip(1, 'flags-admin-2');
    const next = await stream.until(({ event }) => event === 'flag_updated');
    expect(`W/"${next.id}"`).toBe((await fixture.readFresh()).headers.etag);
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

  it('F22: audit dies while the insert waits: it confirms nothing that it has not committed', async () => {
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
});
