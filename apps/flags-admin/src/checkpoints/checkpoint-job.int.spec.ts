import { randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { CheckpointJob } from './checkpoint-job.js';

const MANY = 1_200;
/** The number of environments in one statement. */
const LOOKED_AT = 1_000;

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

/** Simulates the statement timeout: a statement that looks for gaps in this many histories fails. */
const refuseMany = () =>
  owner.query(`
    create or replace function flags.history_base(environment uuid, at_revision bigint) returns bigint
    language plpgsql volatile strict as $$
    declare
      statement text := statement_timestamp()::text;
      calls int := case when current_setting('spec.statement', true) = statement
                        then current_setting('spec.calls')::int + 1 else 1 end;
    begin
      perform set_config('spec.statement', statement, false), set_config('spec.calls', calls::text, false);
      if calls > ${LOOKED_AT} then raise exception 'one statement looks at too many'; end if;
      return (select max(c.revision) from flags.checkpoints c where c.environment_id = environment);
    end $$`);

it('S90 takes every checkpoint without a statement that reads the histories of all changed environments', async () => {
  const project = randomUUID();
  await owner.sql`insert into flags.projects (id, name, slug) values (${project}, 'p', ${project})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected, revision)
    select gen_random_uuid(), ${project}, 'e', n::text, '', false, 1 from generate_series(1, ${MANY}::int) n`;
  await owner.sql`
    insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
    select id, 0, 'e', now(), '[]' from flags.environments`;
  const id = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected) values (${id}, ${project}, 'last', 'last', '', false)`;
  await owner.query('analyze flags.environments, flags.checkpoints');
  await refuseMany();
  await new CheckpointJob(owner, pino({ level: 'silent' })).work();
  expect(await owner.sql`select from flags.checkpoints where environment_id = ${id}`).toHaveLength(1);
  const { kinds } = await readsOf(owner, 'checkpoints', () =>
    new CheckpointJob(owner, pino({ level: 'silent' })).work(),
  );
  expect(kinds).toEqual(new Set(['Index Scan']));
});
