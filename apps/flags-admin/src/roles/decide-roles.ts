import {
  DomainError,
  type EnvironmentRoles,
  hasEnvironmentRoles,
  type MemberRoles,
  type Role,
} from '@burgee/contracts/wire';

/** Null takes the role of an environment away. */
export interface RolesPatch {
  role?: Role | undefined;
  environment_roles?: Readonly<Record<string, EnvironmentRoles[string] | null>> | undefined;
}

export interface DecidedRoles extends MemberRoles {
  environment_roles: EnvironmentRoles;
}

function refuse(pointer: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The request was refused: ${pointer.slice(1)} ${detail}.`, {
    errors: [{ pointer, detail }],
  });
}

/**
 * The roles of a member after an update. Those in environments that no longer exist go.
 * @param environmentIds all of the project
 * @throws invalid_request
 */
export function decideRoles(
  { role: present, environment_roles: own }: MemberRoles,
  { role = present, environment_roles: patch = {} }: RolesPatch,
  environmentIds: ReadonlySet<string>,
): DecidedRoles {
  const given = Object.entries(patch).map(([id, one]) => [id.toLowerCase(), one] as const);
  const unknown = given.find(([id]) => !environmentIds.has(id));
  if (unknown) throw refuse(`/environment_roles/${unknown[0]}`, 'is not an environment of this project');
  if (!hasEnvironmentRoles(role)) {
    if (given.every(([, one]) => one === null)) return { role, environment_roles: {} };
    throw refuse('/environment_roles', `is for viewers and editors: an ${role} may change every environment`);
  }
  const kept = hasEnvironmentRoles(present) ? Object.entries(own ?? {}) : [];
  const next = new Map([...kept.filter(([id]) => environmentIds.has(id)), ...given]);
  const environment_roles = Object.fromEntries([...next].flatMap(([id, one]) => (one ? [[id, one]] : [])));
  return { role, environment_roles };
}
