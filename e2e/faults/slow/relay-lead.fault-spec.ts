import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';

/** A leader that is silent is replaced after 5 s; the rest is for a busy machine. */
const TAKEOVER_MILLISECONDS = 30_000;

let fixture: OutboxFixture;
let leader: string;
let follower: string;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ flagsAdmins: 2 });
  leader = await eventually(() => fixture.leader());
  follower = other(leader);
}, 60_000);
afterEach(async () => {
  await fixture.expectAuditComplete();
  leader = await eventually(() => fixture.leader());
  follower = other(leader);
});
afterAll(() => fixture?.stop());

const other = (replica: string) => (replica === 'flags-admin-1' ? 'flags-admin-2' : 'flags-admin-1');
const service = (name: string) => fixture.cluster.services[name]!;

/** Leaves audit messages that only the relay can deliver, and lets audit come back. */
async function leaveWork(): Promise<void> {
  await service('audit').kill();
  await fixture.flip(10, follower);
  await service('audit').start();
}

describe('the leader of the outbox', () => {
  it('changes when the leader is killed, and the next leader delivers the rest', async () => {
    await service('audit').kill();
    await fixture.flip(10, leader);
    await service(leader).kill();
    await service('audit').start();
    await eventually(async () => expect(await fixture.leader()).toBe(follower));
    await fixture.expectAuditComplete();
    await service(leader).start();
  });

  it('changes when the leader is paused with a live connection; after resuming, it does not lead', async () => {
    service(leader).pause();
    await leaveWork();
    await eventually(async () => expect(await fixture.leader()).toBe(follower), TAKEOVER_MILLISECONDS);
    await fixture.expectAuditComplete();
    service(leader).resume();
    await eventually(async () => expect(await fixture.metric(leader, 'outbox_leader')).toBe(0));
    expect(await fixture.leader()).toBe(follower);
  });

  it('changes when the link of the leader to Postgres goes silent; the leader notices by itself', async () => {
    fixture.cluster.link(leader, 'postgres').blackhole();
    await leaveWork();
    await eventually(async () => expect(await fixture.metric(leader, 'outbox_leader')).toBe(0));
    await eventually(async () => expect(await fixture.leader()).toBe(follower), TAKEOVER_MILLISECONDS);
    await fixture.expectAuditComplete();
    await fixture.cluster.link(leader, 'postgres').pass();
  });

  it('changes, or comes back, when its connection is cut', async () => {
    fixture.cluster.link(leader, 'postgres').reset();
    await eventually(async () => expect(await fixture.leader()).toBe(follower));
    await fixture.cluster.link(leader, 'postgres').pass();
    await leaveWork();
  });

  it('is elected again after Postgres was killed', async () => {
    await fixture.cluster.postgres.kill();
    await eventually(async () => expect(await fixture.metric(leader, 'outbox_leader')).toBe(0));
    await fixture.cluster.postgres.start();
    await eventually(() => fixture.leader());
    await eventually(() => fixture.flip());
  });

  it('prunes only messages older than the retention, in bounded steps', async () => {
    const insert = (age: string, delivered: boolean, count: number) =>
      fixture.query(
        `insert into flags.outbox (event_id, kind, environment_id, payload, created_at, delivered_at)
         select gen_random_uuid(), 'flag_updated', gen_random_uuid(), '{}', now() - $1::interval,
                case when $2 then now() - $1::interval end
         from generate_series(1, $3)`,
        [age, delivered, count],
      );
    await insert('25 hours', true, 3_500);
    await insert('23 hours', true, 7);
    await service(leader).kill();
    await eventually(async () => {
      const [row] = await fixture.query<{ old: string; young: string }>(
        `select count(*) filter (where delivered_at < now() - interval '24 hours') as old,
                count(*) filter (where delivered_at < now() - interval '22 hours') as young from flags.outbox`,
      );
      expect(row).toEqual({ old: '0', young: '7' });
    });
    await service(leader).start();
  });
});
