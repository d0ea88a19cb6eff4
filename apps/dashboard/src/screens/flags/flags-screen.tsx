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

const route = getRouteApi('/inside/projects/$projectId/flags');
const NOTHING = {};
const CreateFlag = whenOpened(async () => (await import('./create-flag.js')).CreateFlag);

/** The flags of a project, and a switch for each of its environments. */
export function FlagsScreen() {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const project = useProject(projectId);
  const flags = useFlags(projectId);
  const { data: latest = NOTHING } = useQuery(latestChangesQuery(projectId));
  const switched = useSwitched(projectId, search);
  const found = useMemo(() => findFlags(flags, latest, search, switched), [flags, latest, search, switched]);
  const [creating, { open, close }] = useDisclosure();
  const canEdit = may(project.role, 'editor');
  const create = canEdit && (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      New flag
    </Button>
  );
  return (
    <Page title="Flags" tab={`Flags · ${project.name}`} actions={create}>
      <CreateFlag opened={creating} projectId={projectId} onClose={close} />
      {flags.length === 0 ? (
        <div className="panel">
          <EmptyState icon={<IconFlag3 />} title="No flag yet" action={create}>
            A flag is a switch your app asks about: put new code behind it, ship it switched off, and turn it on here
            when you are ready, for everybody or for some.
          </EmptyState>
        </div>
      ) : (
        <>
          <FilterBar environments={project.environments} shown={found.length} all={flags.length} />
          <FlagsTable project={project} flags={found} latest={latest} />
        </>
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
