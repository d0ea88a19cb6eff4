import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { may } from '../../api/projects.js';

export const ROLE_WORDS: readonly { role: Role; label: string; may: string }[] = [
  { role: 'viewer', label: 'Viewer', may: 'reads everything but keys' },
  { role: 'editor', label: 'Editor', may: 'also changes flags and sees keys' },
  { role: 'admin', label: 'Admin', may: 'also changes environments, keys and members' },
  { role: 'owner', label: 'Owner', may: 'also deletes the project and makes owners' },
];

/** Only an owner makes owners. */
export const grantable = (mine: Role) => ROLE_WORDS.filter(({ role }) => mine === 'owner' || role !== 'owner');

/** Whether that role may change or remove the member: admins may for all but owners, owners for all. */
export const mayTouch = (mine: Role, { role }: Pick<MemberView, 'role'>) =>
  mine === 'owner' || (mine === 'admin' && role !== 'owner');

/** Whether one role is lower than the other. */
export const isLess = (role: Role, than: Role) => !may(role, than);

/** Whether the member exists and has that role. */
export const hasRole = (members: readonly Pick<MemberView, 'user_id' | 'role'>[], userId: string, role: Role) =>
  members.some((member) => member.user_id === userId && member.role === role);
