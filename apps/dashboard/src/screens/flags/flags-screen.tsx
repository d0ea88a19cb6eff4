import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag3, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { latestChangesQuery, useFlags, useTogglesUnderWay } from '../../api/flags.js';
import { may, useProject } from '../../api/projects.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { whenOpened } from '../../feedback/when-opened.js';
import { Page } from '../../shell/page.js';
import { FilterBar } from './filter-bar.js';
import { type FlagSearch, findFlags, noteSwitched } from './flag-search.js';
import { FlagsTable } from './flags-table.js';
import { texts } from './texts.js';
import { useColumns } from './use-columns.js';

const route = getRouteApi('/inside/projects/$projectId/flags');
const NOTHING = {};
const CreateFlag = whenOpened(async () => (await import('./create-flag.js')).CreateFlag);

/** The flags of a project, and a switch for each of its environments. */
export function FlagsScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const project = useProject(projectId);
  const flags = useFlags(projectId, search.archived);
  const { data: latest = NOTHING } = useQuery(latestChangesQuery(projectId));
  const switched = useSwitched(projectId, search);
  const { environments } = project;
  const found = useMemo(
    () => findFlags(flags, latest, search, { environments, switched }),
    [flags, latest, search, environments, switched],
  );
  const { columns, set: setColumns } = useColumns(projectId, project.environments);
  const [creating, { open, close }] = useDisclosure();
  const canEdit = may(project.role, 'editor');
  const create = canEdit && (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      {texts.newFlag}
    </Button>
  );
  const isEmpty = flags.length === 0 && !search.archived;
  const tools = (
    <FilterBar
      environments={project.environments}
      columns={columns}
      shown={found.length}
      all={flags.length}
      onColumns={setColumns}
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
        <FlagsTable project={project} columns={columns} flags={found} latest={latest} />
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
