import type { EnvironmentView, FlagUsageSummary } from '@burgee/contracts/http';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag3, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { latestChangesQuery, useFlags, useTogglesUnderWay } from '../../api/flags.js';
import { may, useProject, useUpdateProject } from '../../api/projects.js';
import { projectUsageQuery } from '../../api/usage.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { Page } from '../../shell/page.js';
import { FilterBar } from './filters/filter-bar.js';
import { findFlags, noteSwitched } from './filters/find-flags.js';
import type { FlagSearch } from './filters/flag-search.js';
import { noteList } from './last-list.js';
import { FlagsTable } from './table/flags-table.js';
import { texts } from './texts.js';
import { useColumns } from './columns/use-columns.js';
import { reportedIn } from '../../usage/reported-in.js';
import { useFavorites } from './use-favorites.js';

const route = getRouteApi('/inside/projects/$projectId/flags');
const NOTHING = {};
const NO_USAGE: FlagUsageSummary[] = [];
const CreateFlag = lazyDialog(async () => (await import('./create-flag.js')).CreateFlag);

/** The flags of a project, and a switch for each of its environments. */
export function FlagsScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const project = useProject(projectId);
  const flags = useFlags(projectId, search.archived);
  const { data: latest = NOTHING } = useQuery(latestChangesQuery(projectId));
  const switched = useSwitched(projectId, search);
  const { environments } = project;
  const { favorites, favorite } = useFavorites(projectId);
  const candidates = useMemo(
    () => (search.favorites ? flags.filter(({ id }) => favorites.has(id)) : flags),
    [flags, favorites, search.favorites],
  );
  const { data: usage = NO_USAGE } = useQuery(projectUsageQuery(projectId));
  const reported = useMemo(() => reportedIn(usage), [usage]);
  const found = useMemo(
    () => findFlags(candidates, latest, search, { environments, switched, reported }),
    [candidates, latest, search, environments, switched, reported],
  );
  const { columns, isChosen, set: setColumns } = useColumns(projectId, project.environments);
  const [creating, { open, close }] = useDisclosure();
  const { index } = useRouterState({ select: ({ location }) => ({ index: location.state.__TSR_index }) });
  useEffect(() => noteList({ projectId, search, index }), [projectId, search, index]);
  const canEdit = may(project.role, 'editor');
  const create = canEdit && (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      {texts.newFlag}
    </Button>
  );
  const isEmpty = flags.length === 0 && !search.archived;
  const update = useUpdateProject(projectId);
  const orderForAll = (environments: readonly EnvironmentView[]) =>
    update.mutate(
      { environment_order: environments.map(({ id }) => id) },
      {
        onSuccess: () => showDone(texts.orderedForAll),
        onError: (error) => showFailure(texts.orderFailed, error),
      },
    );
  const tools = (
    <FilterBar
      environments={project.environments}
      columns={columns}
      flags={flags}
      shown={found.length}
      onColumns={setColumns}
      onOrder={may(project.role, 'admin') ? orderForAll : undefined}
    />
  );
  return (
    <Page title={texts.title} tab={texts.tab(project.name)} actions={create} tools={!isEmpty && tools} fill>
      <CreateFlag opened={creating} projectId={projectId} onClose={close} />
      {isEmpty ? (
        <div className="panel">
          <EmptyState icon={<IconFlag3 />} title={texts.emptyTitle} action={create}>
            {texts.emptyHint}
          </EmptyState>
        </div>
      ) : (
        <FlagsTable
          project={project}
          columns={columns}
          isChosen={isChosen}
          flags={found}
          latest={latest}
          usage={usage}
          favorites={favorites}
          onFavorite={favorite}
        />
      )}
    </Page>
  );
}

/** The ids of flags switched since the search changed, so that a row does not vanish under the pointer. */
function useSwitched(projectId: string, search: FlagSearch): ReadonlySet<string> {
  const underWay = useTogglesUnderWay(projectId).map(({ flagId }) => flagId);
  const [before, setBefore] = useState(() => ({ search, flagIds: new Set<string>() as ReadonlySet<string> }));
  const now = noteSwitched(before, search, underWay);
  if (now !== before) setBefore(now);
  return now.flagIds;
}
