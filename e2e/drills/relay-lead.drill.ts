import { eventually } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxScene } from './outbox-scene.js';

/** A leader that says nothing is replaced after 5 s; half a second until the next one asks, and some for a busy machine. */
const TAKEOVER_MILLISECONDS = 8_000;

let scene: OutboxScene;
let leader: string;
let follower: string;

beforeAll(async () => {
  scene = await OutboxScene.start({ flagsAdmins: 2 });
  leader = await eventually(() => scene.leader());
  follower = other(leader);
}, 60_000);
afterEach(async () => {
  await scene.expectAuditComplete();
  leader = await eventually(() => scene.leader());
  follower = other(leader);
});
afterAll(() => scene?.stop());

const other = (replica: string) => (replica === 'flags-admin-1' ? 'flags-admin-2' : 'flags-admin-1');
const service = (name: string) => scene.house.services[name]!;

/** Leaves audit facts behind that only the relay can deliver, and lets audit come back. */
async function leaveWork(): Promise<void> {
  await service('audit').kill();
  await scene.flip(10, follower);
  await service('audit').start();
}

describe('the lead of the outbox', () => {
  it('one of two replicas has it', async () => {
    expect(await scene.metric(leader, 'burgee_outbox_leading')).toBe(1);
    expect(await scene.metric(follower, 'burgee_outbox_leading')).toBe(0);
  });

  it('passes on when the leader is killed, and the next one finishes what was left', async () => {
    await service('audit').kill();
    await scene.flip(10, leader);
    await service(leader).kill();
    await service('audit').start();
    await eventually(async () => expect(await scene.leader()).toBe(follower), 3_000);
    await scene.expectAuditComplete();
    await service(leader).start();
  });

  it('passes on when the leader is paused, though its connection lives; resumed, it does not lead beside the other', async () => {
    service(leader).pause();
    await leaveWork();
    await eventually(async () => expect(await scene.leader()).toBe(follower), TAKEOVER_MILLISECONDS);
    await scene.expectAuditComplete();
    service(leader).resume();
    await eventually(async () => expect(await scene.metric(leader, 'burgee_outbox_leading')).toBe(0), 3_000);
    expect(await scene.leader()).toBe(follower);
  });

  it('passes on when the wire of the leader to Postgres goes silent; the leader notices by itself', async () => {
    scene.house.link(leader, 'postgres').blackhole();
    await leaveWork();
    await eventually(async () => expect(await scene.metric(leader, 'burgee_outbox_leading')).toBe(0), 5_000);
    await eventually(async () => expect(await scene.leader()).toBe(follower), TAKEOVER_MILLISECONDS);
    await scene.expectAuditComplete();
    await scene.house.link(leader, 'postgres').pass();
  });

  it('passes on, or comes back, when its connection is cut', async () => {
    scene.house.link(leader, 'postgres').reset();
    await eventually(async () => expect(await scene.leader()).toBe(follower), 3_000);
    await scene.house.link(leader, 'postgres').pass();
    await leaveWork();
  });

  it('is taken by one again after Postgres was killed', async () => {
    await scene.house.postgres.kill();
    await eventually(async () => expect(await scene.metric(leader, 'burgee_outbox_leading')).toBe(0), 5_000);
    await scene.house.postgres.start();
    await eventually(() => scene.leader());
    await eventually(() => scene.flip());
  });

  it('goes with forgetting what is older than the retention, in bounded steps, and nothing else', async () => {
    const insert = (age: string, delivered: boolean, count: number) =>
      scene.ask(
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
      const [row] = await scene.ask<{ old: string; young: string }>(
        `select count(*) filter (where delivered_at < now() - interval '24 hours') as old,
                count(*) filter (where delivered_at < now() - interval '22 hours') as young from flags.outbox`,
      );
      expect(row).toEqual({ old: '0', young: '7' });
    });
    await service(leader).start();
  });
});
