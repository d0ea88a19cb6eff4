import type { ServiceResponse, Environment, Flag, Project, User } from '@burgee/testing';

type Headers = Record<string, string>;

export function toggle(
  user: User,
  flag: Flag,
  environment: Environment,
  is_enabled: unknown,
  headers: Headers = {},
): Promise<ServiceResponse> {
  return user.client.patch(`/api/flags/${flag.id}/environments/${environment.id}/toggle`, { is_enabled }, headers);
}

export function edit(
  user: User,
  flag: Flag,
  environment: Environment,
  body: object,
  headers: Headers = {},
): Promise<ServiceResponse> {
  return user.client.patch(`/api/flags/${flag.id}/environments/${environment.id}`, body, headers);
}

/** The flag's value row in that environment, as its list shows it. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function valueIn(user: User, flag: Flag, environment: Environment): Promise<any> {
  const { body } = await user.client.get(`/api/flags/${flag.id}/environments`);
  return body.find((row: { environment_id: string }) => row.environment_id === environment.id);
}

/** How many changes an environment has seen. */
export async function revisionOf(project: Project, environment: Environment): Promise<number> {
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
  return body.find((one: Environment) => one.id === environment.id).revision;
}
