import { randomUUID } from 'node:crypto';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { ProjectEventStream } from './project-event-stream.js';
import { ProjectStreamQuery } from './project-stream.query.js';

const PEOPLE = 200;
const ids = () => Array.from({ length: PEOPLE }, () => randomUUID());
const [users, sessions, projects] = [ids(), ids(), ids()];

let database: TestDatabase;
/** With the role of the owner, on one connection. */
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  await owner.sql`
    insert into auth.users (id, name, email, email_key, password_hash)
    select id, 'Ada', id, id, '' from unnest(${users}::uuid[]) id`;
  await owner.sql`
    insert into auth.sessions (id, user_id, secret_hash, expires_at)
    select session_id, user_id, session_id, now() + interval '1 day'
    from unnest(${sessions}::uuid[], ${users}::uuid[]) as s(session_id, user_id)`;
  await owner.sql`insert into flags.projects (id, name, slug) select id, 'p', id from unnest(${projects}::uuid[]) id`;
  await owner.sql`
    insert into flags.members (project_id, user_id, role)
    select project_id, user_id, 'viewer' from unnest(${projects}::uuid[]) project_id, unnest(${users}::uuid[]) user_id`;
  await owner.query('vacuum analyze flags.members, auth.sessions, auth.users');
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

const stream = (session: number, project: number) =>
  ({ sessionId: sessions[session], projectId: projects[project] }) as ProjectEventStream;
const check = (streams: ProjectEventStream[]) => new ProjectStreamQuery(owner).check(streams);

describe("streams of members of each other's projects", () => {
  it('are compared one by one: reads grow with the streams, not with sessions times projects', async () => {
    const streams = users.map((_, one) => stream(one, one));
    const { permitted } = await check(streams);
    expect(permitted).toEqual(new Set(streams.map(({ sessionId, projectId }) => `${sessionId} ${projectId}`)));
    const { kinds, rows } = await readsOf(owner, 'members', () => check(streams));
    expect(kinds).toEqual(new Set(['Index Scan']));
    expect(rows).toBe(2 * streams.length);
  });

  it('are permitted only for members with a session, and separately for two who follow the same project', async () => {
    await owner.sql`delete from flags.members where project_id = ${projects[0]} and user_id = ${users[0]}`;
    await owner.sql`update auth.sessions set revoked_at = now() where id = ${sessions[1]}`;
    const { permitted } = await check([stream(0, 0), stream(1, 1), stream(2, 2), stream(2, 2), stream(0, 1)]);
    expect(permitted).toEqual(new Set([`${sessions[2]} ${projects[2]}`, `${sessions[0]} ${projects[1]}`]));
  });
});
