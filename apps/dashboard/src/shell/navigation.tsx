import type { ProjectView } from '@burgee/contracts/http';
import { Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isGone } from '../api/api-error.js';
import { projectQuery } from '../api/projects.js';
import { useMe } from '../api/session.js';
import { AccountMenu } from './account-menu.js';
import { Count } from './count.js';
import { PageLink } from './links.js';
import { NoticesLink } from './notices-link.js';
import { ADMINISTRATION_PAGE, OPERATIONS_PAGE, pagesOf, REQUESTS_PAGE, SCHEDULES_PAGE } from './pages.js';
import { ProjectSwitch } from './project-switch.js';
import { SearchButton } from './search-button.js';
import classes from './shell.module.css';
import { texts } from './texts.js';
import { useShownProject } from './use-shown-project.js';
import { WaitingCount } from './waiting-count.js';

/** Links to the pages of the open project, to other projects, and to the account. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const projectId = useShownProject();
  return (
    <nav aria-label={texts.main} className={classes.navigation}>
      <Stack gap="xs" className={classes.links}>
        <ProjectSwitch onNavigate={onNavigate} />
        <SearchButton onNavigate={onNavigate} />
        {projectId && <ProjectPages projectId={projectId} onNavigate={onNavigate} />}
        <div>
          <NoticesLink onNavigate={onNavigate} />
          <InstancePages onNavigate={onNavigate} />
        </div>
      </Stack>
      <Divider />
      <AccountMenu onNavigate={onNavigate} />
    </nav>
  );
}

function ProjectPages({ projectId, onNavigate }: { projectId: string; onNavigate?: () => void }) {
  const { data: project, error } = useQuery(projectQuery(projectId));
  if (!project || isGone(error)) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" className="visually-hidden">
        {texts.pagesOf(project.name)}
      </Text>
      {pagesOf(project.environments).map(({ to, label, icon: Icon }) => (
        <PageLink
          key={to}
          to={to}
          params={{ projectId }}
          activeOptions={{ exact: false, includeSearch: false }}
          activeProps={{ 'data-active': true, 'aria-current': 'page' }}
          label={label}
          icon={<Icon size={18} stroke={1.8} aria-hidden />}
          count={<PageCount page={to} project={project} />}
          onClick={onNavigate}
        />
      ))}
    </div>
  );
}

/** How many items of a page wait for a member. */
function PageCount({ page, project }: { page: string; project: ProjectView }) {
  const { waiting_schedules: plans = 0 } = project;
  if (page === REQUESTS_PAGE.to) return <WaitingCount project={project} />;
  return page === SCHEDULES_PAGE ? <Count count={plans} says={texts.waitingPlans(plans)} /> : null;
}

/** For administrators and instance owners only. */
function InstancePages({ onNavigate }: { onNavigate?: () => void }) {
  const { is_instance_owner, is_administrator } = useMe();
  const pages = [...(is_administrator ? [ADMINISTRATION_PAGE] : []), ...(is_instance_owner ? [OPERATIONS_PAGE] : [])];
  return pages.map(({ to, label, icon: Icon }) => (
    <PageLink
      key={to}
      to={to}
      activeOptions={{ exact: false, includeSearch: false }}
      activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      label={label}
      icon={<Icon size={18} stroke={1.8} aria-hidden />}
      onClick={onNavigate}
    />
  ));
}
