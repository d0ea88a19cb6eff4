import { randomUUID } from 'node:crypto';
import {
  addMember,
  aFlag,
  aMember,
  anInvitation,
  aProject,
  aUser,
  PASSWORD,
  type Project,
  type User,
  TestClient,
} from '@burgee/testing';
import type { CallerName, Ids } from './authorization-table.js';

/** the users of a matrix: one of each role, and one who has nothing to do with the project. */
export type People = Record<Exclude<CallerName, 'nobody'>, User>;

/** A project with its members and a flag, all of them fresh. */
export interface Fixture {
  project: Project;
  ids: Ids;
  /** A user whom an admin could make a member. */
  newcomer: User;
  /** Of an open invitation. */
  token: string;
}

export async function createPeople(base: string): Promise<People> {
  const [stranger, viewer, editor, admin, owner] = await Promise.all([
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
  ]);
  return { stranger, viewer, editor, admin, owner };
}

export async function createFixture(base: string, people: People): Promise<Fixture> {
  const project = await aProject(base, {}, people.owner);
  for (const role of ['viewer', 'editor', 'admin'] as const) await addMember(project, people[role], role);
  // Another owner, so that the one of the people may leave.
  const second = await aMember(base, project, 'owner');
  const flag = await aFlag(project);
  const other = await aMember(base, project, 'viewer');
  const invitation = await anInvitation({ id: project.id, owner: second }, 'viewer');
  const ids = {
    id: project.id,
    flagId: flag.id,
    envId: project.production.id,
    userId: other.id,
    sessionId: randomUUID(),
    invitationId: invitation.id,
  };
  return { project, ids, newcomer: await aUser(base), token: invitation.token };
}

/** Ids that name nothing. */
export function unknownIds(): Ids {
  const id = randomUUID;
  return { id: id(), flagId: id(), envId: id(), userId: id(), sessionId: id(), invitationId: id() };
}

/** The same person in a browser of their own, so that signing out there leaves others alone. */
export async function anotherBrowser(base: string, user: User): Promise<{ client: TestClient; sessionId: string }> {
  const client = new TestClient(base);
  const answer = await client.post('/api/auth/login', { email: user.email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  const { body } = await client.get('/api/auth/sessions');
  return { client, sessionId: body.find((session: { current: boolean }) => session.current).id };
}
