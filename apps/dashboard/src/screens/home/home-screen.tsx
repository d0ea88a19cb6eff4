import type { FlagUsageSummary } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { flagsQuery } from '../../api/flags.js';
import { homeQuery } from '../../api/home.js';
import { useProject } from '../../api/projects.js';
import { projectUsageQuery } from '../../api/usage.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { useNow } from '../../feedback/time/use-now.js';
import { Page } from '../../shell/page.js';
import { reportedIn } from '../../usage/reported-in.js';
import { Apps } from './apps.js';
import { FirstSteps } from './first-steps.js';
import { staleFlags, stepsLeft } from './home-items.js';
import classes from './home.module.css';
import { Stale } from './stale.js';
import { texts } from './texts.js';
import { Today } from './today.js';
import { OpenInvitations, Waiting } from './waiting.js';
import { Week } from './week.js';

const route = getRouteApi('/inside/projects/$projectId/home');
const NO_USAGE: FlagUsageSummary[] = [];

/** What needs the user in a project, what changed, and what comes. */
export function HomeScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const { data: home, error, refetch } = useKeptError(useQuery(homeQuery(projectId)));
  const { data: flags, error: flagsError, refetch: refetchFlags } = useKeptError(useQuery(flagsQuery(projectId)));
  const { data: usage = NO_USAGE } = useQuery(projectUsageQuery(projectId));
  const now = useNow();
  const stale = useMemo(
    () => flags && staleFlags(flags, project.environments, now, reportedIn(usage)),
    [flags, project.environments, now, usage],
  );
  const left = home && flags ? stepsLeft(flags, home.connections) : [];
  // A new project shows its first steps instead of empty parts.
  const isNew = left.length > 0;
  const waits = home && home.requests.length + home.paused.length > 0;
  const invitations = home?.invitations ?? [];
  const comes = home !== undefined && home.upcoming.length > 0;
  const isStale = stale !== undefined && stale.length > 0;
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={texts.lead(project.name)}>
      {error && !home && <ErrorNotice error={error} title={texts.loadFailed} onRetry={() => void refetch()} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {isNew && <FirstSteps projectId={projectId} left={left} />}
          {(home || !error) && (!isNew || waits) && <Waiting project={project} home={home} />}
          <Today project={project} />
          {invitations.length > 0 && <OpenInvitations project={project} invitations={invitations} />}
        </div>
        <div className={classes.column}>
          {(home || !error) && (!isNew || comes) && <Week project={project} home={home} />}
          {(!isNew || isStale) && (
            <Stale projectId={projectId} stale={stale} error={flagsError} onRetry={() => void refetchFlags()} />
          )}
          {(home || !error) && <Apps project={project} home={home} />}
        </div>
      </div>
    </Page>
  );
}
