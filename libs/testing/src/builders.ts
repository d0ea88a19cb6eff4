import { randomBytes } from 'node:crypto';
import { retryUnavailable } from './http/retry-unavailable.js';
import { type ServiceResponse, TestClient } from './http/test-client.js';

export const PASSWORD = 'correct horse battery';

/** A unique name. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

const made = (what: string, status: number, send: () => Promise<ServiceResponse>): Promise<ServiceResponse> =>
  retryUnavailable(send, status, what);

export interface User {
  client: TestClient;
  id: string;
  name: string;
  email: string;
}

/** A newly registered account, signed in. */
export async function aUser(base: string): Promise<User> {
  const client = new TestClient(base);
  await made('register', 201, () => {
    const name = unique('user');
    const email = `${name}@example.com`;
    return client.post('/api/auth/register', { name, email, password: PASSWORD, confirmPassword: PASSWORD });
  });
  const { id, name, email } = (await made('me', 200, () => client.get('/api/auth/me'))).body as User;
  return { client, id, name, email };
}

export interface Environment {
  id: string;
  name: string;
  slug: string;
  icon: string;
  sdk_key: string;
  client_key: string;
  revision: number;
}

export interface Project {
  owner: User;
  id: string;
  /** Default: Development and Production. */
  environments: Environment[];
  development: Environment;
  production: Environment;
}

export async function aProject(base: string, request: object = {}, owner?: User): Promise<Project> {
  const user = owner ?? (await aUser(base));
  const answer = await made('create project', 201, () =>
    user.client.post('/api/projects', { name: unique('project'), ...request }),
  );
  const { id, environments } = answer.body as { id: string; environments: Environment[] };
  return {
    owner: user,
    id,
    environments,
    development: environments[0] as Environment,
    production: environments[1] as Environment,
  };
}

export interface Flag {
  id: string;
  key: string;
}

/** A new flag. One that was made although the answer was 503 is found by its key. */
export async function aFlag({ id, owner }: Pick<Project, 'id' | 'owner'>, request: object = {}): Promise<Flag> {
  const body = { key: unique('flag'), ...request };
  let isRepeated = false;
  const answer = await made('create flag', 201, async () => {
    const tried = await owner.client.post(`/api/projects/${id}/flags`, body);
    if (!isRepeated || tried.status !== 409) {
      isRepeated = true;
      return tried;
    }
    const found = await owner.client.get(`/api/projects/${id}/flags?search=${encodeURIComponent(body.key)}`);
    const flag = (found.body as Flag[]).find(({ key }) => key === body.key);
    return flag ? { ...found, status: 201, body: flag } : tried;
  });
  return { id: answer.body.id, key: answer.body.key };
}

/** A schedule of a flag in production, whose one step is far away. @returns its id */
export async function aSchedule(project: Project, flag: Pick<Flag, 'id'>): Promise<string> {
  const steps = [{ at: new Date(Date.now() + 7 * 86_400_000).toISOString(), patch: { is_enabled: true } }];
  const answer = await made('create schedule', 201, () =>
    project.owner.client.post(`/api/flags/${flag.id}/environments/${project.production.id}/schedules`, { steps }),
  );
  return answer.body.id;
}

export interface Invitation {
  id: string;
  token: string;
}

/** What an invitation's link ends with. */
export const tokenOf = (link: string): string => new URL(link, 'http://burgee.invalid').hash.slice(1);

/** An open invitation to a project, by its owner. */
export async function anInvitation(
  { id, owner }: Pick<Project, 'id' | 'owner'>,
  role: string,
  environment_roles = {},
): Promise<Invitation> {
  const request = { role, environment_roles };
  const answer = await made('invite', 201, () => owner.client.post(`/api/projects/${id}/invitations`, request));
  return { id: answer.body.id, token: tokenOf(answer.body.link) };
}

/** Invites a user to a project; the user accepts. */
export async function addMember(
  project: Pick<Project, 'id' | 'owner'>,
  { client }: Pick<User, 'client'>,
  role: string,
  environment_roles = {},
): Promise<void> {
  const { token } = await anInvitation(project, role, environment_roles);
  await made('accept', 200, () => client.post('/api/invitations/accept', { token }));
}

/** @returns a new member of that role */
export async function aMember(base: string, project: Project, role: string): Promise<User> {
  const user = await aUser(base);
  await addMember(project, user, role);
  return user;
}
