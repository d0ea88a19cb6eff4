import { randomUUID } from 'node:crypto';
import type { Role } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { SharedViewsService } from './shared-views.service.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let views: SharedViewsService;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 1_000_000 }, logger);
  views = new SharedViewsService(source, work);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** A member of a project, who reached a route for editors. */
async function aMemberOf(projectId: string, role: Role = 'editor') {
  const id = randomUUID();
  await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${id}, ${role})`;
  const membership = { projectId, role, neededRole: 'editor' as const };
  return { id, name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership, hasFreshProof: true };
}

async function aProject() {
  const projectId = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  return { projectId, editor: await aMemberOf(projectId) };
}

const namesIn = async (projectId: string) => (await views.list(projectId)).map(({ name }) => name);
const TAKEN = { code: 'duplicate', options: { errors: [{ pointer: '/name', detail: 'is taken' }] } };

describe('shared views', () => {
  it('takes each name once in a project, in any case, also from concurrent editors', async () => {
    const { projectId, editor } = await aProject();
    const other = await aMemberOf(projectId);
    const results = await Promise.allSettled(
      ['Stale', 'STALE', 'stale', 'Stale'].map((name, n) =>
        views.create(n % 2 ? editor : other, projectId, { name, search: `q=${n}` }),
      ),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toEqual([TAKEN, TAKEN, TAKEN].map((one) => expect.objectContaining(one)));
    const second = await views.create(editor, projectId, { name: 'On', search: 'state=on' });
    await expect(views.update(editor, { projectId, id: second.id }, { name: 'sTALE' })).rejects.toMatchObject(TAKEN);
    await views.update(editor, { projectId, id: second.id }, { name: 'ON' });
    expect(await namesIn(projectId)).toEqual(['ON', expect.stringMatching(/^stale$/i)]);
    const elsewhere = await aProject();
    await views.create(elsewhere.editor, elsewhere.projectId, { name: 'Stale', search: '' });
  });

  it('makes up to 50 in a project, however many are saved at once', async () => {
    const { projectId, editor } = await aProject();
    await source.sql`
      insert into flags.shared_views (id, project_id, name, search, created_by)
      select gen_random_uuid(), ${projectId}, n::text, '', ${editor.id} from generate_series(1, 48) n`;
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) => views.create(editor, projectId, { name, search: '' })),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const full = expect.objectContaining({ code: 'quota_exceeded' });
    expect(refused).toEqual([full, full]);
  });

  it('records each change in the history, and none where nothing differs', async () => {
    const { projectId, editor } = await aProject();
    const first = { name: 'Stale', search: 'stage=stale' };
    const { id } = await views.create(editor, projectId, first);
    await views.update(editor, { projectId, id }, {});
    await views.update(editor, { projectId, id }, first);
    await views.update(editor, { projectId, id }, { search: 'stage=stale&tag=web' });
    await views.delete(editor, { projectId, id });
    const entries = await source.sql<{ payload: Record<string, unknown> }[]>`
      select payload from flags.outbox where kind = 'audit' and payload ->> 'project_id' = ${projectId} order by event_id`;
    const second = { ...first, search: 'stage=stale&tag=web' };
    expect(entries.map(({ payload: { action, old_values, new_values } }) => [action, old_values, new_values])).toEqual(
      [[null, first] as const, [first, second] as const, [second, null] as const].map(([before, after]) => [
        'project_update',
        { shared_view: before },
        { shared_view: after },
      ]),
    );
  });

  it('refuses a view of another project, and an editor who became a viewer', async () => {
    const [here, elsewhere] = [await aProject(), await aProject()];
    const { id } = await views.create(elsewhere.editor, elsewhere.projectId, { name: 'Theirs', search: '' });
    const place = { projectId: here.projectId, id };
    await expect(views.update(here.editor, place, { name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(views.delete(here.editor, place)).rejects.toMatchObject({ code: 'not_found' });
    const viewer = await aMemberOf(elsewhere.projectId, 'viewer');
    const made = views.create(viewer, elsewhere.projectId, { name: 'Mine', search: '' });
    await expect(made).rejects.toMatchObject({ code: 'role_too_low' });
    expect(await namesIn(elsewhere.projectId)).toEqual(['Theirs']);
  });

  it('keeps the views of members who left, and deletes them with the project', async () => {
    const { projectId, editor } = await aProject();
    await views.create(editor, projectId, { name: 'Stale', search: 'stage=stale' });
    await source.sql`delete from flags.members where user_id = ${editor.id}`;
    expect(await views.list(projectId)).toMatchObject([
      { name: 'Stale', created_by: editor.id, created_by_name: null },
    ]);
    await source.sql`delete from flags.projects where id = ${projectId}`;
    expect(await views.list(projectId)).toEqual([]);
  });
});
