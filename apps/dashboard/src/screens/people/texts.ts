import type { Role } from '@burgee/contracts/wire';

import { formatNumber } from '../../feedback/format.js';

const article = (role: Role) =>
  role === 'admin' || role === 'owner' || role === 'editor' ? `an ${role}` : `a ${role}`;

const ACTION = 'Revoke';

/** The texts of the page of a project's people. */
export const texts = {
  title: 'People',
  tab: (project: string) => `People · ${project}`,
  search: 'Search people',
  searchHint: 'Search by name or email',
  clearSearch: 'Clear search',
  filter: 'Role',
  anyRole: 'Any role',
  count: (shown: number, hasMore: boolean) => {
    const people = shown === 1 ? '1 person' : `${formatNumber(shown)} people`;
    return hasMore ? `The first ${people}` : people;
  },
  showMore: 'Show more',
  failed: 'The members could not be loaded',
  noMatch: 'No one matches your search.',
  members: 'Members',
  you: 'you',
  joined: 'Joined {when}',
  fromGroups: (groups: readonly string[]) => `from ${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`,

  roles: 'Roles',
  role: {
    viewer: ['Viewer', 'Can see everything except keys.'],
    editor: ['Editor', 'Can also change flags and see keys.'],
    admin: ['Admin', 'Can also change environments, keys and members.'],
    owner: ['Owner', 'Can also delete the project and make others owners.'],
  } satisfies Record<Role, readonly [string, string]>,
  perEnvironment: 'Per environment',
  rolesOf: (name: string) => `Roles of ${name} per environment`,
  rolesHint: 'Elsewhere the role in the project counts. Admins and owners may change every environment.',
  asInProject: (role: Role) => `As in the project (${role})`,
  roleIn: (role: string, environment: string) => `${role} in ${environment}`,
  save: 'Save',
  rolesSaved: (name: string) => `The roles of ${name} are saved`,
  roleOf: (name: string) => `Role of ${name}`,
  isNow: (name: string, role: Role) => `${name} is now ${article(role)}`,
  isStill: (name: string, role: Role) => `${name} is still ${article(role)}`,
  setRole: (name: string, role: Role) => ({
    title: `Make ${name} ${article(role)}?`,
    does: texts.role[role][1],
    action: `Make ${article(role)}`,
  }),
  notUndone: (name: string) => `The role of ${name} was not changed back`,
  notUndoneWhy: 'Someone else has changed it since.',
  giveUp: (role: Role) => `Give up the ${role} role?`,
  become: (role: Role) => `Become ${article(role)}`,
  lower: (name: string, role: Role) => `Make ${name} ${article(role)}?`,
  lowerTo: (role: Role) => `Make ${article(role)}`,
  lowerWhy: 'Giving the role back does not enable them again.',
  giveUpWhy: (less: Role, now: Role) =>
    `As ${article(less)} you can do less in this project. You cannot take the role back yourself; ${
      now === 'owner' ? 'an owner' : 'an admin'
    } has to give it back.`,

  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAndRotate: 'Remove and rotate keys',
  removeWhy:
    'They lose access immediately, even on open pages. Invitations they sent are revoked. Their changes stay in the history.',
  removeKeys:
    'They have seen the keys of this project. Rotating the keys stops the old ones immediately, for your own apps too. To give your apps time, rotate each key under Environments instead.',
  removed: (name: string) => `${name} was removed`,
  removedKeys: 'All environments have new keys.',
  webhooks: 'Webhooks that are disabled',
  disablesWebhooks:
    'Also disables these webhooks, because this person knows their secrets or chose their addresses. An admin can enable each with a new secret; receivers refuse messages until they have it.',
  webhooksFailed: 'The webhooks that this disables could not be loaded',
  unchanged: 'Nothing was changed',

  leaveHead: 'Leave',
  leave: 'Leave project',
  leaveTitle: (project: string) => `Leave ${project}?`,
  leaveHint: 'You lose access until an admin invites you again.',
  leaveNow: 'Leave',
  left: (project: string) => `You left ${project}`,

  invite: 'Invite people',
  inviteHint: 'Create a link and send it to your colleague. They sign in or register, then join.',
  email: 'Email',
  emailHint: 'Optional label',
  emailMailed: 'Optional. An invitation is mailed to it.',
  emailExample: 'grace@example.com',
  inviteRole: 'Role',
  createLink: 'Create link',
  notInvited: 'The invitation was not created',
  linkTitle: 'Send this link to your colleague',
  linkLabel: 'Invitation link',
  mailedTo: (email: string) => `Mailed to ${email}`,
  mailedHint: 'The mail has a link of its own for the same invitation. You can also pass on this one.',
  linkHint:
    'The first person to use this link joins as {roles}. Send it only to {who}. It works once and expires {when}. You will not see it again.',
  onePerson: 'one person',
  linkEnded: 'Your last link is no longer valid: it was used, declined or has expired. {history}.',
  whoJoined: 'See who joined in the history',
  open: 'Open invitations',
  noneOpen: 'There are no open invitations.',
  anyone: 'Anyone with the link',
  openHint: '{roles}, invited by {who}, expires {when}',
  newLink: 'Create a new link',
  newLinkFor: (whom: string) => `Create a new link for ${whom}`,
  replaceLink: (whom: string) => ({
    title: `Create a new link for ${whom}?`,
    does: 'The old link stops working.',
    action: 'Create a new link',
  }),
  newLinkFailed: 'The link was not replaced',
  withdraw: ACTION,
  withdrawFor: (whom: string) => `${ACTION} the invitation for ${whom}`,
  withdrawn: 'Invitation revoked',
  withdrawFailed: 'The invitation was not revoked',
};
