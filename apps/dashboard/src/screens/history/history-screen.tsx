import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useAudit } from '../../api/audit.js';
import { useProject } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { RowsSkeleton } from '../../feedback/page-skeleton.js';
import { Page } from '../../shell/page.js';
import { ExportMenu } from './export-menu.js';
import { HistoryFilters } from './history-filters.js';
import classes from './history-screen.module.css';
import { toFilter } from './history-search.js';
import { Timeline } from './timeline.js';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/history');

/** Who changed what, in a project or in one flag of it. */
export function HistoryScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const project = useProject(projectId);
  const filter = toFilter(search);
  const audit = useAudit(projectId, filter);
  const entries = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  const ofFlag = search.flag && entries.find(({ flag_id }) => flag_id === search.flag)?.flag_key;
  return (
    <Page
      title={texts.title}
      tab={texts.tab(project.name)}
      lead={texts.lead}
      actions={<ExportMenu projectId={projectId} slug={project.slug} filter={filter} />}
    >
      <HistoryFilters project={project} goneFlag={ofFlag || undefined} />
      {audit.error && !audit.data && (
        <ErrorNotice error={audit.error} title={texts.loadFailed} onRetry={() => void audit.refetch()} />
      )}
      {audit.isPending && <RowsSkeleton rows={8} />}
      {audit.data && entries.length === 0 && (
        <div className="panel">
          <EmptyState icon={<IconHistory />} title={texts.noMatch}>
            {texts.noMatchHint}
          </EmptyState>
        </div>
      )}
      <div aria-busy={audit.isPlaceholderData} className={classes.timeline}>
        <Timeline project={project} entries={entries} />
      </div>
      {audit.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      )}
      {audit.isFetchNextPageError && (
        <ErrorNotice error={audit.error} title={texts.olderFailed} onRetry={() => void audit.fetchNextPage()} />
      )}
    </Page>
  );
}
