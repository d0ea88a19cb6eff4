import type { Role } from '@burgee/contracts/wire';

/** What the list of projects says. */
export const texts = {
  title: 'Projects',
  create: 'New project',
  none: 'Create your first project',
  noneHint:
    'A project contains the flags of one product. Each flag has its own value in each environment, for example Development and Production. To join a project of a colleague, ask them for an invitation link.',
  you: (role: Role) => `Your role: ${role}`,
  search: 'Search projects',
  noMatch: 'No projects match.',
};
