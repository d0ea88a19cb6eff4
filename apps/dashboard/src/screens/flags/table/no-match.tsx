import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../../feedback/empty-state.js';
import { texts } from '../texts.js';

const route = getRouteApi('/inside/projects/$projectId/flags');

/** Replaces the table when no flag matches the search. */
export function NoMatch() {
  const { stage, archived } = route.useSearch();
  const [title, hint] =
    stage === 'stale'
      ? [texts.noStale, texts.noStaleHint]
      : archived
        ? [texts.noArchived, texts.noArchivedHint]
        : [texts.noMatch, texts.noMatchHint];
  return (
    <div className="panel">
      <EmptyState icon={<IconSearch />} title={title}>
        {hint}
      </EmptyState>
    </div>
  );
}
