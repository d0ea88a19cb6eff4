import { randomUUID } from 'node:crypto';
import {
  addMember,
  aFlag,
  aMember,
  anInvitation,
  aSchedule,
  aProject,
  aUser,
  PASSWORD,
  type Project,
  type User,
  TestClient,
} from '@burgee/testing';
import { type About, aTrust, type CallerName, type Ids } from './authorization-table.js';

/** The users of a matrix: one of each role, two with another role in Production, and one outside of the project. */
export type People = Record<Exclude<CallerName, 'nobody'>, User>;

/** A project with its members and a flag, all of them fresh. */
export interface Fixture {
  project: Project;
  ids: Ids;
  /** A user whom an admin could make a member. */
  newcomer: User;
  /** The token of an open invitation. */
  token: string;
}

export async function createPeople(base: string): Promise<People> {
  const [stranger, viewer, localEditor, localViewer, editor, admin, owner] = await Promise.all([
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
    aUser(base),
  ]);
  return { stranger, viewer, 'local-editor': localEditor, 'local-viewer': localViewer, editor, admin, owner };
}

/** The one call that a fixture is for. */
interface Only {
  /** As the table has it. */
  path: string;
  caller: CallerName;
}

/** @param only saves what this call does not name; left out: the fixture is for all */
export async function createFixture(base: string, people: People, only?: Only): Promise<Fixture> {
  const project = await aProject(base, {}, people.owner);
  const names = (part: string) => only === undefined || only.path.includes(part);
  const here = project.production.id;
  const members = [
    ['viewer', 'viewer', {}],
    ['local-editor', 'viewer', { [here]: 'editor' }],
    ['local-viewer', 'editor', { [here]: 'viewer' }],
    ['editor', 'editor', {}],
    ['admin', 'admin', {}],
  ] as const;
  for (const [who, role, roles] of members)
    if (only === undefined || only.caller === who) await addMember(project, people[who], role, roles);
  // Another owner, so that the one of the people may leave, and takes no invitation along.
  const second = names('/members') ? await aMember(base, project, 'owner') : people.owner;
  const flag = await aFlag(project);
  const userId = names(':userId') ? (await aMember(base, project, 'viewer')).id : people.owner.id;
  const invitation = names('/invitations')
    ? await anInvitation({ ...project, owner: second }, 'viewer')
    : { id: randomUUID(), token: '' };
  const unknown = { webhookId: randomUUID(), deliveryId: randomUUID() };
  const noLink = { linkId: randomUUID(), secret: 'none' };
  const ids = {
    ...(names(':webhookId') ? await aWebhookTested(project) : unknown),
    ...(names(':linkId') || names(':secret') ? await aSwitchOffLink(project, flag) : noLink),
    id: project.id,
    flagId: flag.id,
    envId: project.production.id,
    userId,
    sessionId: randomUUID(),
    groupRoleId: randomUUID(),
    viewId: names(':viewId') ? await aSharedView(project) : randomUUID(),
    invitationId: invitation.id,
    scheduleId: names(':scheduleId') ? await aSchedule(project, flag) : randomUUID(),
    tokenId: names(':tokenId') ? await aToken(project) : randomUUID(),
    trustId: names(':trustId') ? await aTrustMade(project) : randomUUID(),
    requestId: names(':requestId') ? await aRequest(project, flag) : randomUUID(),
  };
  const newcomer = names('/members') ? await aUser(base) : people.stranger;
  return { project, ids, newcomer, token: invitation.token };
}

/** An open request to change the flag in Production. */
async function aRequest({ owner, production }: Project, flag: { id: string }): Promise<string> {
  const changes = [{ flag_id: flag.id, patch: { rollout_percentage: 9 } }];
  const { status, body, text } = await owner.client.post(`/api/environments/${production.id}/change-requests`, {
    changes,
  });
  if (status !== 201) throw new Error(`requesting a change answered ${status}: ${text}`);
  return body.id;
}

export async function aSharedView({ id, owner }: Pick<Project, 'id' | 'owner'>): Promise<string> {
  const { status, body, text } = await owner.client.post(`/api/projects/${id}/views`, {
    name: 'On',
    search: 'state=on',
  });
  if (status !== 201) throw new Error(`saving a shared view answered ${status}: ${text}`);
  return body.id;
}

async function aToken({ id, owner }: Project): Promise<string> {
  const { status, body, text } = await owner.client.post(`/api/projects/${id}/tokens`, { name: 'CI', verbs: ['read'] });
  if (status !== 201) throw new Error(`making a token answered ${status}: ${text}`);
  return body.id;
}

async function aTrustMade({ id, owner }: Project): Promise<string> {
  const { status, body, text } = await owner.client.post(`/api/projects/${id}/trusts`, aTrust());
  if (status !== 201) throw new Error(`making a trust answered ${status}: ${text}`);
  return body.id;
}

/** A webhook with a dead endpoint, an unused action and a delivery: its attempts change no compared data. */
export async function aWebhookTested({
  id,
  owner,
}: Pick<Project, 'id' | 'owner'>): Promise<{ webhookId: string; deliveryId: string }> {
  const webhooks = `/api/projects/${id}/webhooks`;
  const request = { name: 'CI', url: 'http://127.0.0.1:9/', actions: ['project_delete'] };
  const { body: webhook } = await owner.client.post(webhooks, request);
  const { status, body, text } = await owner.client.post(`${webhooks}/${webhook.id}/test`);
  if (status !== 201) throw new Error(`testing a webhook answered ${status}: ${text}`);
  return { webhookId: webhook.id, deliveryId: body.id };
}

/** A link for a flag in Production. */
export async function aSwitchOffLink(
  { id, owner, production }: Project,
  flag: { id: string },
): Promise<{ linkId: string; secret: string }> {
  const links = `/api/projects/${id}/environments/${production.id}/switch-off-links`;
  const { status, body, text } = await owner.client.post(links, { name: 'Errors', flag_id: flag.id });
  if (status !== 201) throw new Error(`making a switch-off link answered ${status}: ${text}`);
  return { linkId: body.id, secret: body.path.split('/').at(-1) };
}

export const aboutOf = ({ project, ids, newcomer, token }: Fixture): About => ({
  newcomer: newcomer.email,
  token,
  flagId: ids.flagId,
  environments: [project.development.id, project.production.id],
});

/** Ids that name nothing. */
export function unknownIds(): Ids {
  const id = randomUUID;
  return {
    id: id(),
    flagId: id(),
    envId: id(),
    userId: id(),
    sessionId: id(),
    invitationId: id(),
    scheduleId: id(),
    requestId: id(),
    webhookId: id(),
    deliveryId: id(),
    linkId: id(),
    secret: 'none',
    tokenId: id(),
    trustId: id(),
  };
}

/** The same person in a browser of their own, so that signing out there leaves others alone. */
export async function anotherBrowser(base: string, user: User): Promise<{ client: TestClient; sessionId: string }> {
  const client = new TestClient(base);
  const answer = await client.post('/api/auth/login', { email: user.email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
  const { body } = await client.get('/api/auth/sessions');
  return { client, sessionId: body.find((session: { current: boolean }) => session.current).id };
}
