import type { Role } from '@burgee/contracts/wire';
import { formatNumber } from '../../feedback/format.js';

/** The texts of the list of projects. */
export const texts = {
  title: 'Projects',
  create: 'New project',
  search: 'Search projects',
  searchHint: 'Search',
  clearSearch: 'Clear search',
  noMatch: 'No projects match your search.',
  count: (shown: number, all: number) => {
    const projects = all === 1 ? '1 project' : `${formatNumber(all)} projects`;
    return shown === all ? projects : `${formatNumber(shown)} of ${projects}`;
  },
  environments: (count: number) => (count === 1 ? '1 environment' : `${formatNumber(count)} environments`),
  roles: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' } satisfies Record<Role, string>,

  welcome: 'Welcome to Burgee',
  welcomeHint: 'You are not a member of any project yet.',
  join: 'Join your team',
  joinHint: 'Ask a project admin for an invitation link and open it. The project appears here when you accept.',
  link: 'Invitation link',
  linkExample: 'https://…/invitation#…',
  linkWrong: 'This is not an invitation link. Paste the whole link: it contains /invitation# and a code.',
  openLink: 'Open invitation',
  first: 'Start a new project',
  firstHint:
    'A project holds the flags of one product. Each flag has its own value in each environment, such as Development and Production.',
  createFirst: 'Create your first project',
};
