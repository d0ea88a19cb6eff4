import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { may } from '../../api/projects.js';

/** From the lowest to the highest. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** Only owners make owners. */
export const grantable = (mine: Role) => ROLES.filter((role) => mine === 'owner' || role !== 'owner');

/** Whether the role may change or remove the member: admins may for all but owners, owners for all. */
export const mayTouch = (mine: Role, { role }: Pick<MemberView, 'role'>) =>
  mine === 'owner' || (mine === 'admin' && role !== 'owner');

/** Whether one role is lower than the other. */
export const isLess = (role: Role, than: Role) => !may(role, than);

/** Whether the member exists and has that role. */
export const hasRole = (members: readonly Pick<MemberView, 'user_id' | 'role'>[], userId: string, role: Role) =>
  members.some((member) => member.user_id === userId && member.role === role);
