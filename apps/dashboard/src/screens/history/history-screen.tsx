import type { AuditEntryView } from '@burgee/contracts/http';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAudit } from '../../api/audit.js';
import { useProject } from '../../api/projects.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { Hint } from '../../feedback/hint.js';
import { lazyPart } from '../../feedback/loading/lazy-part.js';
import { dayAndTime } from '../../feedback/time/time.js';
import { useNow } from '../../feedback/time/use-now.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { isAwaiting, useNotedChanges } from '../../live/noted-changes.js';
import { ButtonLink } from '../../shell/links.js';
import { Page } from '../../shell/page.js';
import { deletedFlags } from './deleted-flags.js';
import { ExportMenu } from './export-menu.js';
import { findEntries, textForService } from './find-entries.js';
import { HistoryFilters } from './history-filters.js';
import classes from './history-screen.module.css';
import { isFiltered, toFilter } from './history-search.js';
import { Timeline } from './timeline.js';
import { texts } from './texts.js';
import { VerifyHistory } from './verify-history.js';
import { useNames } from './use-names.js';

const OlderEntries = lazyPart(async () => (await import('./older-entries.js')).OlderEntries, null);
const NoEntries = lazyPart(async () => (await import('./no-entries.js')).NoEntries, null);
const route = getRouteApi('/inside/projects/$projectId/history');

/** The history of a project or of one of its flags. */
export function HistoryScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const { q = '' } = search;
  const project = useProject(projectId);
  const exported = toFilter(search);
  const filter = { ...exported, text: textForService(q) };
  const noted = useNotedChanges();
  const now = useNow();
  // With filters the page cannot tell which entries are missing.
  const awaits = (entries: readonly AuditEntryView[]) =>
    Object.keys(exported).length === 0 && q === '' && isAwaiting(noted, projectId, entries, now);
  const audit = useAudit(projectId, filter, awaits);
  const { data } = audit;
  const loaded = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const names = useNames(project, loaded);
  const entries = useMemo(() => findEntries(loaded, q, names), [loaded, q, names]);
  const deleted = useMemo(() => deletedFlags(loaded), [loaded]);
  const isDone = data !== undefined && !audit.hasNextPage;
  const searchedTo = isDone ? undefined : loaded.at(-1)?.created_at;
  const found =
    isFiltered(search) && data && (entries.length > 0 || !isDone)
      ? texts.found(entries.length, searchedTo && dayAndTime(searchedTo))
      : undefined;
  return (
    <Page
      title={texts.title}
      tab={texts.tab(project.name)}
      lead={
        <>
          {texts.lead} <VerifyHistory projectId={projectId} />
        </>
      }
      actions={
        <>
          <Hint label={texts.asItWasHint}>
            <ButtonLink variant="default" to="/projects/$projectId/as-it-was" params={{ projectId }}>
              {texts.asItWas}
            </ButtonLink>
          </Hint>
          <ExportMenu projectId={projectId} slug={project.slug} filter={exported} />
        </>
      }
    >
      <HistoryFilters project={project} entries={loaded} found={found} />
      {audit.error && !data && (
        <ErrorNotice error={audit.error} title={texts.loadFailed} onRetry={() => void audit.refetch()} />
      )}
      {audit.isPending && <RowsSkeleton rows={8} />}
      {isDone && entries.length === 0 && <NoEntries project={project} />}
      <p className={classes.awaited} role="status">
        {data && awaits(loaded) && texts.awaited}
      </p>
      <div aria-busy={audit.isPlaceholderData} className={classes.timeline}>
        <Timeline project={project} entries={entries} names={names} deleted={deleted} />
      </div>
      {audit.isFetchNextPageError ? (
        <ErrorNotice error={audit.error} title={texts.olderFailed} onRetry={() => void audit.fetchNextPage()} />
      ) : (
        audit.hasNextPage && (
          <OlderEntries
            isLoading={audit.isFetchingNextPage}
            label={texts.older}
            onLoad={() => void audit.fetchNextPage()}
          />
        )
      )}
    </Page>
  );
}
