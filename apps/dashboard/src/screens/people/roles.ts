import type { EnvironmentView, MemberView } from '@burgee/contracts/http';
import type { EnvironmentRoles, Role } from '@burgee/contracts/wire';
import type { EnvironmentRolesPatch } from '../../api/members.js';
import { may } from '../../api/projects.js';
import { texts } from './texts.js';

/** From the lowest to the highest. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** Only owners make owners. */
export const grantable = (mine: Role) => ROLES.filter((role) => mine === 'owner' || role !== 'owner');

/** Whether the role may change or remove the member: admins may for all but owners, owners for all. */
export const mayTouch = (mine: Role, { role }: Pick<MemberView, 'role'>) =>
  mine === 'owner' || (mine === 'admin' && role !== 'owner');

/** Whether members with this role can have another one in an environment. */
export const hasEnvironmentRoles = (role: Role) => !may(role, 'admin');

/** Where the member's role differs, for example "Viewer in Production". Empty when it does nowhere. */
export function describeRoles(
  { environment_roles: own = {} }: Pick<MemberView, 'environment_roles'>,
  environments: readonly Pick<EnvironmentView, 'id' | 'name'>[],
  nameRole: (role: Role) => string = (role) => texts.role[role][0],
): string {
  const inEach = environments.flatMap(({ id, name }) => (own[id] ? [texts.roleIn(nameRole(own[id]), name)] : []));
  return inEach.join(', ');
}

/** The role in the project, and those in environments: "Editor, Viewer in Production". */
export const describeAllRoles = (
  member: Pick<MemberView, 'role' | 'environment_roles'>,
  environments: readonly Pick<EnvironmentView, 'id' | 'name'>[],
): string => [texts.role[member.role][0], describeRoles(member, environments)].filter(Boolean).join(', ');

/** Without those that were taken away again. */
export const givenRoles = (roles: EnvironmentRolesPatch): EnvironmentRoles =>
  Object.fromEntries(Object.entries(roles).flatMap(([id, role]) => (role ? [[id, role]] : [])));

/** Whether the member may change values, and see keys, in one environment or another. */
export const editsSomewhere = ({ role, environment_roles: own }: Pick<MemberView, 'role' | 'environment_roles'>) =>
  may(role, 'editor') || Object.values(own ?? {}).includes('editor');

/** Whether one role is lower than the other. */
export const isLess = (role: Role, than: Role) => !may(role, than);

/** Whether the member exists and has that role. */
export const hasRole = (members: readonly Pick<MemberView, 'user_id' | 'role'>[], userId: string, role: Role) =>
  members.some((member) => member.user_id === userId && member.role === role);
