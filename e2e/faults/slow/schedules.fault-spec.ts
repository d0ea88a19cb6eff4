import { aFlag, eventually, retryUnavailable } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultFixture } from '../fault-fixture.js';

const WITHIN_MS = 30_000;
const PERCENTAGES = Array.from({ length: 20 }, (_, index) => index + 1);
const REPLICAS = ['flags-admin-1', 'flags-admin-2'] as const;

class SchedulesFixture extends FaultFixture {
  static start(): Promise<SchedulesFixture> {
    return FaultFixture.of({ sdkGateways: 1, flagsAdmins: 2 }, (...made) => new SchedulesFixture(...made));
  }
}

interface Entry {
  id: string;
  percentage: number;
}

let fixture: SchedulesFixture;

beforeAll(async () => {
  fixture = await SchedulesFixture.start();
});
afterEach(async () => {
  for (const name of REPLICAS) if (!service(name).running) await service(name).start();
});
afterAll(() => fixture?.stop());

const service = (name: string) => fixture.cluster.services[name]!;

async function restartWith(name: string, settings: Record<string, string>): Promise<void> {
  await service(name).kill();
  await service(name).start(settings);
}

/** A schedule with steps in the far future, made through any flags-admin. */
async function aSchedule(percentages: readonly number[], of = fixture.valuePath): Promise<string> {
  const steps = percentages.map((rollout_percentage, index) => ({
    at: new Date(Date.now() + 3_600_000 + index).toISOString(),
    patch: { rollout_percentage },
  }));
  const { client } = fixture.project.owner;
  const { status, body } = await client.post(`${of}/schedules`, { steps });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.id;
}

/** Its time has come: that of its first step so many seconds ago, and that of each other one 50 ms after the one before. */
async function makeDue(id: string, seconds = 0): Promise<void> {
  await fixture.query(
    `update flags.schedules s set next_at = clock_timestamp() - make_interval(secs => $2),
       steps = (select jsonb_agg(jsonb_set(step, '{at}', to_jsonb(
                  (clock_timestamp() - make_interval(secs => $2 - 0.05 * (n - 1)))::timestamptz(3))) order by n)
                from jsonb_array_elements(s.steps) with ordinality as e(step, n))
     where id = $1`,
    [id, seconds],
  );
}

interface Shown {
  status: string;
  steps: { outcome: string | null; entry_id: string | null; late_seconds: number | null }[];
}

async function shown(id: string): Promise<Shown> {
  const [row] = await fixture.query<Shown>('select status, steps from flags.schedules where id = $1', [id]);
  return row as Shown;
}

/** This schedule's changes in audit's history, in order. */
const entries = (id: string) =>
  fixture.query<Entry>(
    `select id, (content::json -> 'new_values' ->> 'rollout_percentage')::int as percentage from audit.entries
     where content::json -> 'new_values' ->> 'schedule_id' = $1 and action = 'flag_update' order by created_at, id`,
    [id],
  );

/** Each step has happened once: one entry, one revision, one event. */
async function expectOnce(id: string, percentages: readonly number[], from: number): Promise<void> {
  await eventually(async () => expect((await shown(id)).status).toBe('finished'), WITHIN_MS);
  const { steps } = await shown(id);
  expect(steps.map(({ outcome }) => outcome)).toEqual(percentages.map(() => 'changed'));
  await eventually(async () => {
    const found = await entries(id);
    expect(found.map(({ percentage }) => percentage)).toEqual(percentages);
    expect(found.map((entry) => entry.id)).toEqual(steps.map(({ entry_id }) => entry_id));
  }, WITHIN_MS);
  expect(await revision()).toBe(from + percentages.length);
  expect(await served()).toBe(percentages.at(-1));
}

/** The flag as SDKs read it. */
async function served(): Promise<number> {
  const { body } = await fixture.readFresh();
  return body.find(({ flag_id }: { flag_id: string }) => flag_id === fixture.flag.id).rollout_percentage;
}

async function revision(): Promise<number> {
  const [row] = await fixture.query<{ revision: string }>('select revision from flags.environments where id = $1', [
    fixture.project.development.id,
  ]);
  return Number(row?.revision);
}

/** A schedule of another flag, in another environment. */
async function anotherSchedule(): Promise<string> {
  const { project } = fixture;
  return aSchedule([1], `/api/flags/${(await aFlag(project)).id}/environments/${project.production.id}`);
}

/** Another value than any that a schedule makes. */
async function reset(): Promise<void> {
  await retryUnavailable(() => fixture.project.owner.client.patch(fixture.valuePath, { rollout_percentage: 100 }));
}

describe('a step of a schedule happens once', () => {
  it.each([
    ['before it claims the step', 'kill:before-claim'],
    ['after the change, before COMMIT', 'kill:before-commit'],
    ['after COMMIT', 'kill:after-commit'],
  ])(
    'F59: the only flags-admin is killed %s, and another one starts',
    async (_, armed) => {
      await reset();
      const [id, from] = [await aSchedule([42]), await revision()];
      await service('flags-admin-2').kill();
      await restartWith('flags-admin-1', { BURGEE_FAILPOINT: armed });
      const stream = await fixture.cluster.gateways[0]!.stream('/api/v1/stream', fixture.key);
      await stream.until(({ event }) => event === 'ready');
      await makeDue(id);
      await eventually(() => expect(service('flags-admin-1').running).toBe(false), WITHIN_MS);
      const isCommitted = armed === 'kill:after-commit';
      expect((await shown(id)).status).toBe(isCommitted ? 'finished' : 'scheduled');
      expect(await revision()).toBe(from + Number(isCommitted));
      expect((await served()) === 42).toBe(isCommitted);
      await service('flags-admin-2').start();
      await stream.until(({ event, data }) => event === 'flag_updated' && data.rollout_percentage === 42);
      await expectOnce(id, [42], from);
      expect(stream.events.filter(({ event }) => event === 'flag_updated')).toHaveLength(1);
      stream.close();
    },
    90_000,
  );

  it('F59: one flags-admin hangs before COMMIT: the other carries out other schedules, and this one once its transaction is over', async () => {
    await reset();
    const other = await anotherSchedule();
    const [hanging, from] = [await aSchedule([43]), await revision()];
    await service('flags-admin-2').kill();
    await restartWith('flags-admin-1', { BURGEE_FAILPOINT: 'pause:before-commit' });
    await makeDue(hanging);
    const waits = `select from pg_stat_activity where state = 'idle in transaction' and query like '%with message as%'`;
    try {
      await eventually(async () => expect(await fixture.query(waits)).toHaveLength(1), WITHIN_MS);
      await service('flags-admin-2').start();
      await makeDue(other);
      await eventually(async () => expect((await shown(other)).status).toBe('finished'), WITHIN_MS);
    } finally {
      await service('flags-admin-1').kill();
    }
    await expectOnce(hanging, [43], from);
  }, 90_000);

  it('F59: no flags-admin runs when it is due: it is carried out late, and says so', async () => {
    const [id, from] = [await aSchedule([44]), await revision()];
    for (const name of REPLICAS) await service(name).kill();
    await makeDue(id, 90);
    for (const name of REPLICAS) await service(name).start();
    await expectOnce(id, [44], from);
    expect((await shown(id)).steps[0]?.late_seconds).toBeGreaterThanOrEqual(90);
  }, 90_000);

  it('F59: two flags-admin are killed again and again while twenty steps are due: each happens once, in order', async () => {
    const [id, from] = [await aSchedule(PERCENTAGES), await revision()];
    await makeDue(id);
    for (let round = 0; (await shown(id)).status === 'scheduled' && round < 12; round++) {
      const name = REPLICAS[round % 2] as string;
      // Sooner and later in the course of steps.
      await new Promise((resolve) => setTimeout(resolve, (round * 137) % 400));
      await service(name).kill();
      await service(name).start();
    }
    await expectOnce(id, PERCENTAGES, from);
  }, 120_000);
});
