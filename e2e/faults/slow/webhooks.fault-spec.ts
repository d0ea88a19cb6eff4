import { eventually, WebhookReceiver } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';

let fixture: OutboxFixture;
let receiver: WebhookReceiver;
let webhookId: string;

const service = (name: string) => fixture.cluster.services[name]!;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  fixture = await OutboxFixture.start({ flagsAdmins: 2 });
  const { client } = fixture.project.owner;
  const answer = await client.post(`/api/projects/${fixture.project.id}/webhooks`, {
    name: 'CI',
    url: `${receiver.url}/`,
    actions: ['flag_toggle'],
  });
  if (answer.status !== 201) throw new Error(`creating a webhook answered ${answer.status}: ${answer.text}`);
  webhookId = answer.body.id;
});
afterAll(async () => {
  receiver?.stop();
  await fixture?.stop();
});

const ids = () => receiver.received.map(({ id }) => id);

/** The ids of the entries in the history that the webhook is for. */
async function entries(): Promise<string[]> {
  await fixture.expectAuditComplete();
  const rows = await fixture.query<{ id: string }>(
    `select id from audit.entries where flag_id = $1 and action = 'flag_toggle'`,
    [fixture.flag.id],
  );
  return rows.map(({ id }) => id);
}

/** Every change has arrived, under the id of its entry, and nothing else has. */
async function expectAllDelivered(): Promise<void> {
  const expected = (await entries()).toSorted();
  await eventually(() => expect([...new Set(ids())].toSorted()).toEqual(expected), 90_000);
  await eventually(async () =>
    expect(
      await fixture.query(
        `select event_id from flags.webhook_deliveries where webhook_id = $1 and state <> 'delivered'`,
        [webhookId],
      ),
    ).toEqual([]),
  );
}

/** Kills both replicas at a point, one after the other, so that neither delivers for the other; then starts them as they are. */
async function killAt(point: string, change: () => Promise<unknown>): Promise<void> {
  await service('flags-admin-2').kill();
  await service('flags-admin-1').kill();
  await service('flags-admin-1').start({ BURGEE_FAILPOINT: `kill:${point}` });
  await change();
  await eventually(() => expect(service('flags-admin-1').running).toBe(false), 60_000);
  await service('flags-admin-1').start({});
  await service('flags-admin-2').start({});
}

describe('a webhook receives every change', () => {
  it('F58: two replicas deliver: each change arrives once', async () => {
    await fixture.flip(10, 'flags-admin-1');
    await fixture.flip(10, 'flags-admin-2');
    await expectAllDelivered();
    expect(ids()).toHaveLength(20);
  });

  it('F58: flags-admin is killed after COMMIT: the change arrives once', async () => {
    const before = ids().length;
    await killAt('after-commit', async () => fixture.toggle(!(await fixture.isEnabled()), 'flags-admin-1'));
    await expectAllDelivered();
    expect(ids()).toHaveLength(before + 1);
  });

  it('F58: it is killed when audit has the entry, before the delivery is stored: the change arrives once', async () => {
    const before = ids().length;
    await killAt('before-acknowledge', async () => fixture.toggle(!(await fixture.isEnabled()), 'flags-admin-1'));
    await expectAllDelivered();
    expect(ids()).toHaveLength(before + 1);
  });

  it('F58: it is killed when it has claimed a delivery, before it is sent: the change arrives once', async () => {
    const before = ids().length;
    await killAt('before-webhook', async () => fixture.toggle(!(await fixture.isEnabled()), 'flags-admin-1'));
    expect(ids()).toHaveLength(before);
    await expectAllDelivered();
    expect(ids()).toHaveLength(before + 1);
  });

  it('F58: it is killed when the endpoint has answered, before that is recorded: the change arrives again, as the same message', async () => {
    const before = ids().length;
    await killAt('after-webhook', async () => fixture.toggle(!(await fixture.isEnabled()), 'flags-admin-1'));
    expect(ids()).toHaveLength(before + 1);
    await expectAllDelivered();
    const [first, second, ...more] = receiver.received.slice(before);
    expect(second).toMatchObject({ id: first!.id, body: first!.body });
    expect(more).toEqual([]);
  });

  it('F58: audit is down and Postgres is killed: the changes arrive when both are back', async () => {
    const before = ids().length;
    await service('audit').kill();
    await fixture.flip(5, 'flags-admin-1');
    expect(ids()).toHaveLength(before);
    await fixture.cluster.postgres.kill();
    await fixture.cluster.postgres.start();
    await service('audit').start();
    await expectAllDelivered();
    expect(ids()).toHaveLength(before + 5);
  });
});
