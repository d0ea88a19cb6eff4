/** The texts of the groups of a project's people. */
export const groupTexts = {
  title: 'Groups',
  hint: 'People who sign in with a provider get the roles of their groups, and lose a role when they leave its group. To change the role of a group, remove it and give another.',
  failed: 'The groups could not be loaded',
  list: 'Groups and their roles',
  none: 'No group has a role yet',
  teach:
    'A group is a set of people at your sign-in provider, such as a team. Give it a role, and its people become members when they sign in. If several groups of a person have roles, the strongest counts.',
  names:
    'Enter a group by the name that the provider sends: an administrator sees it under Administration, Providers, with Try. How to make each provider send groups is in {guide}.',
  guide: 'the guide to single sign-on',
  ownersOnly: 'Only owners give roles to groups.',
  row: '{roles}, at {provider}',
  unknown: (issuer: string) => `${issuer} (no longer configured)`,
  provider: 'Provider',
  group: 'Group',
  groupExample: 'backend',
  groupMissing: 'Enter the name of a group.',
  role: 'Role',
  give: 'Give role',
  given: (group: string) => `${group} has a role. People in it become members within seconds, or when they sign in.`,
  notGiven: 'The group got no role',
  remove: 'Remove',
  removeNamed: (group: string) => `Remove the role of ${group}`,
  taken: (group: string) => `${group} has no role any more`,
  question: (group: string) => ({
    title: `Remove the role of ${group}?`,
    does: 'People who are members by this group alone lose access within seconds. Memberships by invitation stay.',
    action: 'Remove',
    failed: 'The role was not removed',
  }),
};
