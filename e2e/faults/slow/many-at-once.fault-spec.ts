import { aFlag, type ServiceResponse, eventually, type Flag, StreamClient } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboxFixture } from '../outbox-fixture.js';

const FLAGS = 40;
/** Longer than a call takes on a busy machine, so that some of them are killed before it, in it and after it. */
const KILLED_WITHIN_MS = [5, 15, 30, 60, 120, 250];

let fixture: OutboxFixture;
let flags: Flag[];
let clients: StreamClient[];

beforeAll(async () => {
  fixture = await OutboxFixture.start({ sdkGateways: 2, flagsAdmins: 2 });
  flags = [fixture.flag];
  while (flags.length < FLAGS) flags.push(await aFlag(fixture.project));
  const { sdk_key: sdkKey } = fixture.project.development;
  clients = fixture.cluster.gateways.map(({ base }) => new StreamClient({ base: () => base, sdkKey }).start());
}, 120_000);
afterAll(() => {
  for (const client of clients ?? []) client.stop();
  return fixture?.stop();
});

const service = (name: string) => fixture.cluster.services[name]!;
const environment = () => fixture.project.development.id;

/** Switches all flags in development. @returns undefined when no answer came */
function switchAll(isOn: boolean, name = 'flags-admin-1'): Promise<ServiceResponse | undefined> {
  const changes = flags.map(({ id }) => ({ flag_id: id, patch: { is_enabled: isOn } }));
  return fixture
    .at(name)
    .post(`/api/environments/${environment()}/changes`, { changes })
    .catch(() => undefined);
}

/** Whether all are on, as Postgres has it. @throws when only some are */
async function areOn(): Promise<boolean> {
  const rows = await fixture.query<{ is_enabled: boolean }>(
    'select distinct is_enabled from flags.flag_values where environment_id = $1',
    [environment()],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.is_enabled ?? false;
}

/** The number of entries per call that toggled flags, oldest first. */
async function entriesByCall(): Promise<number[]> {
  const rows = await fixture.query<{ count: string }>(
    `select count(*) from audit.entries where environment_id = $1 and action = 'flag_toggle'
     group by content::json ->> 'group_id' order by min(seq)`,
    [environment()],
  );
  return rows.map(({ count }) => Number(count));
}

async function revision(): Promise<number> {
  const [row] = await fixture.query<{ revision: string }>('select revision from flags.environments where id = $1', [
    environment(),
  ]);
  return Number(row?.revision);
}

/** All or none were switched; reads, streams and audit have the same, each change once. */
async function expectWhole(): Promise<void> {
  const isOn = await areOn();
  const all = flags.map(() => isOn);
  for (const { body } of await fixture.readAllFresh())
    expect(body.map(({ is_enabled }: { is_enabled: boolean }) => is_enabled)).toEqual(all);
  const last = await revision();
  await eventually(() => {
    for (const client of clients) {
      expect(client.position?.revision).toBe(last);
      expect([...client.flags.values()].map(({ is_enabled }) => is_enabled)).toEqual(all);
      expect(client.violations).toEqual([]);
    }
  }, 60_000);
  // Each flag was made with a revision of its own.
  await eventually(async () => {
    const calls = await entriesByCall();
    expect(new Set(calls)).toEqual(new Set(calls.length > 0 ? [FLAGS] : []));
    expect(calls.length * FLAGS).toBe(last - FLAGS);
  }, 60_000);
}

afterEach(async () => {
  for (const name of ['flags-admin-1', 'flags-admin-2']) if (!service(name).running) await service(name).start();
  await expectWhole();
});

describe('forty flags that are switched by one call', () => {
  it('F19: flags-admin is killed after COMMIT: all are switched', async () => {
    const before = await areOn();
    await service('flags-admin-1').kill();
    await service('flags-admin-1').start({ BURGEE_FAILPOINT: 'kill:after-commit' });
    expect(await switchAll(!before)).toBeUndefined();
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    expect(await areOn()).toBe(!before);
  });

  it('F20: flags-admin is killed before COMMIT: none is switched, and none has an entry', async () => {
    const before = { on: await areOn(), calls: await entriesByCall() };
    await service('flags-admin-1').kill();
    await service('flags-admin-1').start({ BURGEE_FAILPOINT: 'kill:before-commit' });
    expect(await switchAll(!before.on)).toBeUndefined();
    await eventually(() => expect(service('flags-admin-1').running).toBe(false));
    expect({ on: await areOn(), calls: await entriesByCall() }).toEqual(before);
  });

  it.each(KILLED_WITHIN_MS)('F19, F20: flags-admin is killed %s ms after the call: all or none', async (ms) => {
    const before = await areOn();
    const answer = switchAll(!before);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await service('flags-admin-1').kill();
    const isAcknowledged = (await answer)?.status === 200;
    expect(isAcknowledged && (await areOn()) === before).toBe(false);
  });

  it('F6: NATS is down: all are switched, and streams receive them', async () => {
    const before = await areOn();
    await fixture.cluster.nats.kill();
    expect((await switchAll(!before))?.status).toBe(200);
    const last = await revision();
    await eventually(() => expect(clients.map(({ position }) => position?.revision)).toEqual([last, last]), 60_000);
    await fixture.cluster.nats.start();
  });

  it('F1: Redis is down: all are switched, and reads have them at once', async () => {
    const before = await areOn();
    await fixture.cluster.redis.kill();
    expect((await switchAll(!before))?.status).toBe(200);
    const [answer] = await fixture.readAllFresh();
    expect(new Set(answer?.body.map(({ is_enabled }: { is_enabled: boolean }) => is_enabled))).toEqual(
      new Set([!before]),
    );
    await fixture.cluster.redis.start();
  });

  it('F11: Postgres is killed in the middle of a call: all or none', async () => {
    const before = await areOn();
    const answer = switchAll(!before);
    await fixture.cluster.postgres.kill();
    const isAcknowledged = (await answer)?.status === 200;
    await fixture.cluster.postgres.start();
    expect(isAcknowledged && (await areOn()) === before).toBe(false);
  });
});
