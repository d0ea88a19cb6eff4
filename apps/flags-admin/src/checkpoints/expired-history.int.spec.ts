import { randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ExpiredHistory } from './expired-history.js';

const SETTINGS = { HISTORY_RETENTION_DAYS: 30 };

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
beforeEach(() => owner.query('truncate flags.projects, flags.history, flags.checkpoints, flags.deleted_flags cascade'));
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

/** This many environments, existing or deleted, each with checkpoints and history. */
async function fill(count: number, isGone: boolean): Promise<void> {
  const project = randomUUID();
  await owner.sql`insert into flags.projects (id, name, slug) values (${project}, 'p', ${project})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    select gen_random_uuid(), ${project}, 'e', n::text, '', false from generate_series(1, ${count}::int) n`;
  await owner.sql`
    insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
    select id, n, 'e', now(), '[]' from flags.environments, generate_series(1, 2) n where project_id = ${project}`;
  await owner.sql`
    insert into flags.history (environment_id, revision, epoch, flag_id, changed_at)
    select id, n, 'e', id, now() from flags.environments, generate_series(1, 2) n where project_id = ${project}`;
  if (isGone) await owner.sql`delete from flags.projects where id = ${project}`;
}
const count = async (table: string) => {
  const [row] = await owner.query<{ count: number }[]>(`select count(*)::int as count from flags.${table}`);
  return row?.count;
};

it('deletes the history of deleted environments, however many, and no other', async () => {
  await fill(1_200, true);
  await fill(3, false);
  await new ExpiredHistory(owner, SETTINGS, pino({ level: 'silent' })).run();
  expect([await count('history'), await count('checkpoints')]).toEqual([6, 6]);
});

it('reads the checkpoints in batches of environments', async () => {
  await fill(1_500, false);
  await owner.query('analyze');
  const { kinds } = await readsOf(owner, 'checkpoints', () =>
    new ExpiredHistory(owner, SETTINGS, pino({ level: 'silent' })).run(),
  );
  expect(kinds).not.toContain('Seq Scan');
});

it('deletes the other kinds when one fails', async () => {
  await fill(1, true);
  await owner.query(`
    with project as (
      insert into flags.projects (id, name, slug) values (gen_random_uuid(), 'p', 'p') returning id
    )
    insert into flags.deleted_flags (flag_id, project_id, deleted_at, flag, flag_values)
    select gen_random_uuid(), id, now() - interval '40 days', '{}', '[]' from project`);
  await owner.query(`
    create function flags.refuse() returns trigger language plpgsql as $$
    begin raise exception 'history is locked'; end $$`);
  await owner.query(
    'create trigger refused before delete on flags.history for each row execute function flags.refuse()',
  );
  const warnings: object[] = [];
  const logger = { warn: (about: object) => void warnings.push(about) } as unknown as Logger;
  await new ExpiredHistory(owner, SETTINGS, logger).run();
  await owner.query('drop function flags.refuse cascade');
  // The job finds environments by their checkpoints.
  expect([await count('deleted_flags'), await count('checkpoints')]).toEqual([0, 2]);
  expect(warnings).toEqual([{ err: expect.objectContaining({ message: 'history is locked' }), step: 'history' }]);
});
