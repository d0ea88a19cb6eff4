import type { ProjectView, ScheduleView } from '@burgee/contracts/http';
import { Text, Title } from '@mantine/core';
import { IconClockPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useProject } from '../../api/projects.js';
import { endedSchedulesQuery, schedulesQuery } from '../../api/schedules.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { ScheduleCard } from './schedule-card.js';
import classes from './schedules.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/schedules');

/** All schedules of a project, open and ended. */
export function SchedulesScreen() {
  const { projectId } = route.useParams();
  const project = useProject(projectId);
  const open = useKeptError(useQuery(schedulesQuery(projectId)));
  const ended = useKeptError(useQuery(endedSchedulesQuery(projectId)));
  const error = open.error ?? ended.error;
  const content =
    open.data && ended.data ? (
      <Lists project={project} open={open.data} ended={ended.data} />
    ) : (
      !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={4} />
        </div>
      )
    );
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} lead={texts.lead}>
      {error && (
        <ErrorNotice
          error={error}
          title={texts.loadFailed}
          onRetry={() => {
            void open.refetch();
            void ended.refetch();
          }}
        />
      )}
      {content}
    </Page>
  );
}

interface ListsProps {
  project: ProjectView;
  open: readonly ScheduleView[];
  ended: readonly ScheduleView[];
}

function Lists({ project, open, ended }: ListsProps) {
  if (open.length === 0 && ended.length === 0)
    return (
      <div className="panel">
        <EmptyState
          icon={<IconClockPlay />}
          title={texts.none}
          action={
            <ButtonLink to="/projects/$projectId/flags" params={{ projectId: project.id }}>
              {texts.goTo}
            </ButtonLink>
          }
        >
          {texts.noneHint}
        </EmptyState>
      </div>
    );
  return (
    <>
      <List title={texts.open} empty={texts.none} project={project} schedules={open} />
      <List title={texts.ended} empty={texts.noneEnded} project={project} schedules={ended} />
    </>
  );
}

interface ListProps {
  title: string;
  empty: string;
  project: ProjectView;
  schedules: readonly ScheduleView[];
}

function List({ title, empty, project, schedules }: ListProps) {
  return (
    <section className={classes.section}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {schedules.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <div className={classes.list}>
        {schedules.map((schedule) => (
          <ScheduleCard key={schedule.id} project={project} schedule={schedule} />
        ))}
      </div>
    </section>
  );
}
