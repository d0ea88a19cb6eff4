import { randomUUID } from 'node:crypto';
import { aFlag, aMember, aProject, aUser, PASSWORD, type Project, type User, Visitor } from '@burgee/testing';
import type { CallerName, Ids } from './authorization-table.js';

/** The people of a matrix: one of each role, and one who has nothing to do with the project. */
export type Cast = Record<Exclude<CallerName, 'nobody'>, User>;

/** A project with its members and a flag, all of them fresh. */
export interface Scene {
  project: Project;
  ids: Ids;
  /** A user whom an admin could make a member. */
  newcomer: User;
}

export async function aCast(base: string): Promise<Cast> {
  const [stranger, viewer, editor, admin, owner] = await Promise.all([
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
  ]);
  return { stranger, viewer, editor, admin, owner };
}

export async function aScene(base: string, cast: Cast): Promise<Scene> {
  const project = await aProject(base, {}, cast.owner);
  for (const role of ['viewer', 'editor', 'admin'] as const)
    await cast.owner.visitor.post(`/api/projects/${project.id}/members`, { email: cast[role].email, role });
  // Another owner, so that the one of the cast may leave.
  await aMember(base, project, 'owner');
  const flag = await aFlag(project);
  const other = await aMember(base, project, 'viewer');
  const ids = {
    id: project.id,
    flagId: flag.id,
    envId: project.production.id,
    userId: other.id,
    sessionId: randomUUID(),
  };
  return { project, ids, newcomer: await aUser(base) };
}

/** Ids that name nothing. */
export function unknownIds(): Ids {
  return { id: randomUUID(), flagId: randomUUID(), envId: randomUUID(), userId: randomUUID(), sessionId: randomUUID() };
}

/** The same person in a browser of their own, so that signing out there leaves others alone. */
export async function anotherBrowser(base: string, user: User): Promise<{ visitor: Visitor; sessionId: string }> {
  const visitor = new Visitor(base);
  const answer = await visitor.post('/api/auth/login', { email: user.email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  const { body } = await visitor.get('/api/auth/sessions');
  return { visitor, sessionId: body.find((session: { current: boolean }) => session.current).id };
}
