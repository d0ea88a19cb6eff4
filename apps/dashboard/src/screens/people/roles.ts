import type { MemberView, Role } from '@burgee/contracts';
import { may } from '../../api/projects.js';

export const ROLE_WORDS: readonly { role: Role; label: string; may: string }[] = [
  { role: 'viewer', label: 'Viewer', may: 'reads everything but SDK keys' },
  { role: 'editor', label: 'Editor', may: 'also changes flags and sees SDK keys' },
  { role: 'admin', label: 'Admin', may: 'also changes environments, keys and members' },
  { role: 'owner', label: 'Owner', may: 'also deletes the project and makes owners' },
];

/** Only an owner makes owners. */
export const grantable = (mine: Role) => ROLE_WORDS.filter(({ role }) => mine === 'owner' || role !== 'owner');

/** Whether somebody of that role may change or remove the member: admins all but owners, owners all. */
export const mayTouch = (mine: Role, { role }: Pick<MemberView, 'role'>) =>
  mine === 'owner' || (mine === 'admin' && role !== 'owner');

/** Whether the one role may less than the other. */
export const isLess = (role: Role, than: Role) => !may(role, than);

/** Whether the member is there and has that role. */
export const hasRole = (members: readonly Pick<MemberView, 'user_id' | 'role'>[], userId: string, role: Role) =>
  members.some((member) => member.user_id === userId && member.role === role);
