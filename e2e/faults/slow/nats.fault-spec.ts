import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { aUser, eventually, PASSWORD, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';
import { expectFreshWithoutNats, expectNotifications, natsAccordingTo, openStreams } from '../without-nats.js';

let fixture: OutboxFixture;

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 3, flagsAdmins: 2 });
}, 60_000);
afterAll(() => fixture?.stop());

describe('NATS', () => {
  it('F7: is paused: as when it is down, every service notices, and it goes on where it stopped', async () => {
    const streams = await openStreams(fixture);
    fixture.cluster.nats.pause();
    await expectFreshWithoutNats(fixture, streams, 3_000);
    await eventually(async () => expect(await natsAccordingTo(fixture)).not.toContain('up'), 30_000, 100);
    await expectFreshWithoutNats(fixture, streams, 5_000);
    fixture.cluster.nats.resume();
    await eventually(async () => expect(new Set(await natsAccordingTo(fixture))).toEqual(new Set(['up'])));
    await expectNotifications(fixture, streams);
    for (const stream of streams) stream.close();
    await fixture.expectAuditComplete();
  });

  it('F6: goes down: ends waits for clients, answers later ones at once, and makes each change', async () => {
    const { cluster, project } = fixture;
    const streams = await openStreams(fixture);
    const { client } = project.owner;
    const toggled = (isEnabled: boolean) =>
      client.patch(`${fixture.valuePath}/toggle?wait=applied&timeout=60s`, { is_enabled: isEnabled });
    const isOn = !(await fixture.isEnabled());
    // A poller that does not return.
    const { etag } = (await fixture.readFresh()).headers;
    const poll = { 'if-none-match': etag, 'unleash-instanceid': 'one' };
    await eventually(async () => expect((await fixture.read(0, poll)).status).toBe(304));
    const waiting = toggled(isOn);
    const applied = `/api/projects/${project.id}/environments/${project.development.id}/applied`;
    await eventually(async () =>
      expect((await client.get(applied)).body).toMatchObject({ delivered: streams.length, waiting: [{ pollers: 1 }] }),
    );
    // Both replicas must know the streams: either may answer while NATS is down.
    for (const admin of ['flags-admin-1', 'flags-admin-2'])
      await eventually(async () =>
        expect((await fixture.at(admin).get(`/api/projects/${project.id}/connections`)).body).toContainEqual(
          expect.objectContaining({ environment_id: project.development.id, streams: streams.length }),
        ),
      );
    await cluster.nats.kill();
    const endsBefore = performance.now() + 30_000;
    const ended = await waiting;
    expect(performance.now()).toBeLessThan(endsBefore);
    expect([ended.status, ended.body.applied]).toEqual([
      200,
      expect.objectContaining({ delivered: streams.length, unknown: 1, waiting: [], complete: false }),
    ]);
    const next = await toggled(!isOn);
    expect(performance.now()).toBeLessThan(endsBefore);
    expect([next.status, next.body.applied]).toEqual([
      200,
      expect.objectContaining({ not_waited: expect.stringContaining('NATS is down'), unknown: streams.length }),
    ]);
    expect(await fixture.isEnabled()).toBe(!isOn);
    await cluster.nats.start();
    await expectNotifications(fixture, streams);
    for (const stream of streams) stream.close();
  });

  it('F56: is down: people sign in, change passwords and are refused as ever, and all of it is recorded once', async () => {
    const { cluster } = fixture;
    const user = await aUser(cluster.url);
    const recorded = async () => {
      const rows = await fixture.query<{ action: string }>(
        `select action from audit.entries where chain_id = $1 and user_id = $2 order by created_at, id`,
        [INSTANCE_CHAIN, user.id],
      );
      return rows.map(({ action }) => action);
    };
    await eventually(async () => expect(await recorded()).toEqual(['sign_in']));
    await cluster.nats.kill();
    const client = new TestClient(cluster.url);
    const signIn = (password: string) => client.post('/api/auth/login', { email: user.email, password });
    for (let n = 0; n < 5; n++) expect((await signIn(PASSWORD)).status).toBe(200);
    expect((await signIn('another')).status).toBe(404);
    const change = { current_password: PASSWORD, new_password: `${PASSWORD} again` };
    expect((await client.post('/api/auth/password', change)).status).toBe(200);
    // The refused one is stored when the process ends.
    await cluster.services.auth!.stop();
    await cluster.services.auth!.start();
    const [waiting] = await fixture.query<{ count: number }>('select count(*)::int as count from auth.outbox');
    expect([waiting?.count, await recorded()]).toEqual([7, ['sign_in']]);
    expect(await fixture.metric('auth', 'outbox_dead_letters')).toBe(0);
    await cluster.nats.start();
    const all = ['sign_in', ...Array.from({ length: 5 }, () => 'sign_in'), 'password_change'];
    await eventually(async () => expect(await recorded()).toEqual(all), 30_000);
    await eventually(async () => expect(await fixture.query('select from auth.outbox')).toEqual([]));
    expect(await recorded()).toEqual(all);
    const refused = await fixture.query(
      `select from audit.entries where chain_id = $1 and action = 'sign_in_refused'
       and content::json -> 'new_values' ->> 'invalid_credentials' = '1'`,
      [INSTANCE_CHAIN],
    );
    expect(refused).toHaveLength(1);
  });
});
