import { randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { AccountsOfSchedules1760000000033 } from '../persistence/33-accounts-of-schedules.migration.js';
import type { DueSchedule, RunStepService } from './run-step.service.js';
import { ScheduleRunner } from './schedule-runner.js';

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
beforeEach(() => owner.query('truncate flags.projects cascade'));
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

interface Place {
  account: string;
  project: string;
}

/** This many schedules in each project, due at this time. Their flags and environments do not matter. */
async function seed(places: readonly Place[], each: number, at: string): Promise<void> {
  const [accounts, projects] = [places.map(({ account }) => account), places.map(({ project }) => project)];
  await owner.sql`
    insert into flags.projects (id, name, slug, created_by)
    select p.id, 'p', p.id::text, p.account from unnest(${projects}::uuid[], ${accounts}::uuid[]) as p (id, account)`;
  // Skips foreign keys and triggers.
  await owner.query('set session_replication_role = replica');
  await owner.sql`
    insert into flags.schedules (id, project_id, flag_id, environment_id, if_late, if_changed, author_id, steps, next_at, expected, account_id)
    select gen_random_uuid(), p.id, p.id, p.id, 'run', 'run', p.id, '[]', now() + ${at}::interval, '{}', p.account
    from unnest(${projects}::uuid[], ${accounts}::uuid[]) as p (id, account), generate_series(1, ${each}::int)`;
  await owner.query('reset session_replication_role');
}
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
/** This many accounts with one project each. */
const crowd = (count: number): Place[] => ids(count).map((account) => ({ account, project: randomUUID() }));
const projectsOf = (account: string, projects: readonly string[]) => projects.map((project) => ({ account, project }));

/** Records the due schedules without running them, so that they stay due. */
function aRunner() {
  const ran: DueSchedule[] = [];
  const run = async (due: DueSchedule) => void ran.push(due);
  const runner = new ScheduleRunner(owner, { run } as unknown as RunStepService, pino({ level: 'silent' }));
  return async () => {
    await runner.run();
    return ran.splice(0).map(({ project_id }) => project_id);
  };
}

describe('very many due schedules', () => {
  it('S108 a poll runs the oldest and reads only these, however many are due', async () => {
    await seed(crowd(400), 1, '1 day');
    await seed(projectsOf(randomUUID(), ids(20)), 500, '-1 hour');
    const oldest = randomUUID();
    await seed(projectsOf(randomUUID(), [oldest]), 1, '-1 day');
    await owner.query('analyze flags.schedules');
    const look = aRunner();
    let carriedOut: string[] = [];
    const { kinds, rows } = await readsOf(owner, 'schedules', async () => (carriedOut = await look()));
    expect([carriedOut[0], carriedOut.length]).toEqual([oldest, 200]);
    // Each statement runs in two plans.
    expect(rows).toBeLessThan(1_000);
    expect(kinds).not.toContain('Seq Scan');
  });

  it('S108 a poll reads no schedules that are not due, however many exist', async () => {
    await seed(projectsOf(randomUUID(), ids(10)), 1_000, '1 day');
    const one = randomUUID();
    await seed(projectsOf(randomUUID(), [one]), 1, '-1 second');
    await owner.query('analyze flags.schedules');
    const look = aRunner();
    let carriedOut: string[] = [];
    const { kinds, rows } = await readsOf(owner, 'schedules', async () => (carriedOut = await look()));
    expect(carriedOut).toEqual([one]);
    expect([rows < 20, kinds]).toEqual([true, new Set(['Index Scan'])]);
  });
});

it('S108 a schedule stores its account, inserted by any release, before or after the migration', async () => {
  const account = randomUUID();
  const insert = async (createdBy: string | null) => {
    const [id, environment, flag] = ids(3) as [string, string, string];
    await owner.sql`insert into flags.projects (id, name, slug, created_by) values (${id}, 'p', ${id}, ${createdBy})`;
    await owner.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected) values (${environment}, ${id}, 'e', 'e', '', false)`;
    await owner.sql`insert into flags.flags (id, project_id, key, name, type) values (${flag}, ${id}, 'f', 'f', 'boolean')`;
    const [row] = await owner.sql<{ account_id: string }[]>`
      insert into flags.schedules (id, project_id, flag_id, environment_id, if_late, if_changed, author_id, steps, next_at, expected)
      values (gen_random_uuid(), ${id}, ${flag}, ${environment}, 'run', 'run', ${account}, '[]', now(), '{}')
      returning account_id`;
    return [id, row?.account_id];
  };
  expect((await insert(account))[1]).toBe(account);
  const [id, ofNobody] = await insert(null);
  expect(ofNobody).toBe(id);
  const accounts = () => owner.query('select id, account_id from flags.schedules order by id');
  const before = await accounts();
  const [migration, runner] = [new AccountsOfSchedules1760000000033(), owner.createQueryRunner()];
  await migration.down(runner);
  await migration.up(runner);
  await runner.release();
  expect(await accounts()).toEqual(before);
});
