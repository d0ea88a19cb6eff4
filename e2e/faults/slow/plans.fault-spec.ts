import { aMember, eventually, type User } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultFixture } from '../fault-fixture.js';

const WITHIN_MS = 60_000;
const HOUR = 3_600_000;
/** Before a step is claimed, before its COMMIT, and after it: only after the last one the step is done. */
const BOUNDARIES = ['before-claim', 'before-commit', 'after-commit'] as const;

class PlansFixture extends FaultFixture {
  editor!: User;

  static async start(): Promise<PlansFixture> {
    const fixture = await FaultFixture.of({ sdkGateways: 1, flagsAdmins: 1 }, (...made) => new PlansFixture(...made));
    const { cluster, project } = fixture;
    fixture.editor = await aMember(cluster.url, project, 'editor');
    const environment = `/api/projects/${project.id}/environments/${project.development.id}`;
    await project.owner.client.patch(environment, { approvals: 1 });
    return fixture;
  }
}

let fixture: PlansFixture;

beforeAll(async () => {
  fixture = await PlansFixture.start();
});
afterAll(() => fixture?.stop());

const service = () => fixture.cluster.services['flags-admin']!;

/** A plan whose steps are hours away, made by the owner and approved by the editor. */
async function anApprovedPlan(percentages: readonly number[]): Promise<string> {
  const steps = percentages.map((rollout_percentage, index) => ({
    at: new Date(Date.now() + (index + 1) * HOUR).toISOString(),
    patch: { rollout_percentage },
  }));
  const { owner, id } = fixture.project;
  const made = await owner.client.post(`${fixture.valuePath}/schedules`, { steps });
  expect(made).toMatchObject({ status: 201, body: { status: 'in_review' } });
  const request = `/api/projects/${id}/change-requests/${made.body.change_request_id}`;
  const { tag } = (await owner.client.get(request)).body;
  const approved = await fixture.editor.client.post(`${request}/actions`, { action: 'approve', if_match: tag });
  expect(approved).toMatchObject({ status: 200, body: { state: 'applied' } });
  return made.body.id;
}

/** Moves the time of the next step. */
const setNext = (id: string, seconds: number) =>
  fixture.query(
    `update flags.schedules set next_at = clock_timestamp() + make_interval(secs => $2) where id = $1 and next_at is not null`,
    [id, seconds],
  );

/** Starts flags-admin, makes the next step due, and waits until that has killed it. */
async function killedBy(id: string, boundary: (typeof BOUNDARIES)[number]): Promise<void> {
  await service().start({ BURGEE_FAILPOINT: `kill:${boundary}` });
  await setNext(id, 0);
  await eventually(() => expect(service().running).toBe(false), WITHIN_MS);
  await setNext(id, 3_600);
}

interface Shown {
  status: string;
  reason: string | null;
  next_step: number;
  outcomes: (string | null)[];
  entries: (string | null)[];
}

async function shown(id: string): Promise<Shown> {
  const [row] = await fixture.query<Shown>(
    `select status, pause ->> 'reason' as reason, next_step, jsonb_path_query_array(steps, '$[*].outcome') as outcomes,
            jsonb_path_query_array(steps, '$[*].entry_id') as entries
     from flags.schedules where id = $1`,
    [id],
  );
  return row!;
}

/** The entries of a plan's changes in audit's history, in order. */
const entriesOf = (id: string) =>
  fixture.query<{ id: string; percentage: number; approvers: string[] }>(
    `select id, (content::json -> 'new_values' ->> 'rollout_percentage')::int as percentage,
            content::json -> 'new_values' -> 'approvers' as approvers
     from audit.entries
     where content::json -> 'new_values' ->> 'schedule_id' = $1 and action = 'flag_update' order by created_at, id`,
    [id],
  );

/** Each of these steps has happened once: one outcome, one entry, and the value of the last. */
async function expectOnce(id: string, percentages: readonly number[]): Promise<void> {
  const { outcomes, entries } = await shown(id);
  expect(outcomes.filter((outcome) => outcome !== null)).toEqual(percentages.map(() => 'changed'));
  await eventually(async () => {
    const found = await entriesOf(id);
    expect(found.map(({ percentage }) => percentage)).toEqual(percentages);
    expect(found.map((entry) => entry.id)).toEqual(entries.filter((entry) => entry !== null));
    expect(found.map(({ approvers }) => approvers)).toEqual(percentages.map(() => [fixture.editor.id]));
  }, WITHIN_MS);
}

describe('an approved plan whose flags-admin is killed at each boundary of each step, 201 times in all', () => {
  it.each([1, 2, 3])(
    'F59: round %i: it finishes, and each of its 20 steps is done once',
    async (round) => {
      const percentages = Array.from({ length: 20 }, (_, index) => index + 20 * round);
      const id = await anApprovedPlan(percentages);
      await service().kill();
      for (const _ of percentages) for (const boundary of BOUNDARIES) await killedBy(id, boundary);
      await service().start();
      expect(await shown(id)).toMatchObject({ status: 'finished', next_step: percentages.length });
      await expectOnce(id, percentages);
    },
    1_800_000,
  );

  it('F59: it is paused with the reason once its value was changed, and its earlier steps are done once', async () => {
    const percentages = [1, 2, 3, 4, 5, 6, 7];
    const id = await anApprovedPlan(percentages);
    await service().kill();
    const done = percentages.slice(0, 6);
    for (const _ of done) for (const boundary of BOUNDARIES) await killedBy(id, boundary);
    await fixture.query('update flags.flag_values set rollout_percentage = 99 where flag_id = $1', [fixture.flag.id]);
    for (const boundary of BOUNDARIES) await killedBy(id, boundary);
    await service().start();
    expect(await shown(id)).toMatchObject({ status: 'paused', reason: 'value_changed', next_step: done.length });
    await expectOnce(id, done);
  }, 900_000);
});
