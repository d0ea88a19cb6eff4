import { randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { FlagQuery } from './flag.query.js';

const [FLAGS, ENVIRONMENTS] = [400, 10];

let database: TestDatabase;
/** With the role of the owner, on one connection. */
let owner: DataSource;
let [none, all]: string[] = [];

/** A project with this many flags, on or off in every environment. */
async function aProject(isEnabled: boolean): Promise<string> {
  const projectId = randomUUID();
  await owner.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${projectId})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    select gen_random_uuid(), ${projectId}, 'e', n::text, '', false from generate_series(1, ${ENVIRONMENTS}::int) n`;
  await owner.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select gen_random_uuid(), ${projectId}, 'flag-' || 10000 + n, 'f', 'boolean' from generate_series(1, ${FLAGS}::int) n`;
  await owner.sql`
    insert into flags.flag_values (id, flag_id, environment_id, is_enabled)
    select gen_random_uuid(), f.id, e.id, ${isEnabled}
    from flags.flags f join flags.environments e using (project_id) where project_id = ${projectId}`;
  return projectId;
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  none = await aProject(false);
  all = await aProject(true);
  await owner.sql`
    update flags.flag_values set is_enabled = not is_enabled
    where (flag_id, environment_id) in (
      select f.id, (select e.id from flags.environments e where e.project_id = f.project_id order by e.slug limit 1)
      from flags.flags f where f.key = ${`flag-${10_000 + FLAGS}`})`;
  await owner.query('vacuum analyze flags.flag_values, flags.flags, flags.environments');
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

const page = (projectId: string, state: 'on' | 'off') => new FlagQuery(owner).page(projectId, { state, limit: 1 });
const keys = async (projectId: string, state: 'on' | 'off') =>
  (await page(projectId, state)).flags.map(({ key }) => key);

describe('flags that are on, or off, in every environment', () => {
  /** In two plans, the query measures and reads the values of each flag on the page. */
  const SHOWN = 2 * ENVIRONMENTS;

  it('on means on in any environment, off means on in none', async () => {
    expect(await keys(none!, 'on')).toEqual([`flag-${10_000 + FLAGS}`]);
    expect(await keys(none!, 'off')).toEqual(['flag-10001']);
    expect(await keys(all!, 'on')).toEqual(['flag-10001']);
    expect(await keys(all!, 'off')).toEqual([]);
  });

  it('a page of flags that are on reads no values that are off, in a project of any size', async () => {
    const { kinds, dropped, rows } = await readsOf(owner, 'flag_values', () => page(none!, 'on'));
    expect([kinds.has('Seq Scan'), dropped]).toEqual([false, 0]);
    expect(rows).toBeLessThanOrEqual(2 * (1 + SHOWN));
  });

  it('a page of flags that are off reads one value of each flag that is on', async () => {
    const { kinds, dropped, rows } = await readsOf(owner, 'flag_values', () => page(all!, 'off'));
    expect([kinds.has('Seq Scan'), dropped]).toEqual([false, 0]);
    expect(rows).toBe(2 * FLAGS);
  });
});
