import type { ProjectView } from '@burgee/contracts/http';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { flagsQuery } from '../../api/flags.js';
import { membersQuery } from '../../api/members.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { describeSearch } from './describe-search.js';
import { isFiltered } from './history-search.js';
import { partTexts } from './part-texts.js';

const route = getRouteApi('/inside/projects/$projectId/history');

/** Replaces the timeline when no entry matches: shows the search and the way back to all entries. */
export function NoEntries({ project }: { project: ProjectView }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: flags } = useQuery({ ...flagsQuery(project.id), enabled: search.flag !== undefined });
  const { data: members } = useInfiniteQuery({ ...membersQuery(project.id), enabled: search.actor !== undefined });
  const looksFor = describeSearch(search, {
    flag: flags?.find(({ id }) => id === search.flag)?.key,
    person: members?.pages.flatMap(({ items }) => items).find(({ user_id }) => user_id === search.actor)?.name,
    environment: project.environments.find(({ id }) => id === search.environment)?.name,
  });
  return (
    <div className="panel">
      <EmptyState
        icon={<IconHistory />}
        title={partTexts.noMatch}
        action={
          isFiltered(search) && (
            <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
              {partTexts.showAll}
            </Button>
          )
        }
      >
        {looksFor.length > 0 && partTexts.lookedFor(looksFor)} {partTexts.noMatchHint}
      </EmptyState>
    </div>
  );
}
