import type { ProjectChange, ProjectView } from '@burgee/contracts/http';
import { isCancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterFirstRead } from '../api/after-first-read.js';
import { isGone } from '../api/api-error.js';
import { dropFlag, flagQuery, flagsQuery, keepFlag, latestChangesQuery } from '../api/flags.js';
import { refetchNotices } from '../api/notices.js';
import { projectQuery } from '../api/projects.js';
import { wereReadAt } from '../api/read-revisions.js';
import { refetchPlans, refetchSchedules } from '../api/schedules.js';
import { meQuery, useMe } from '../api/session.js';
import { shownNames } from '../api/shown-names.js';
import { nameAmongMembers } from '../members/name-among-members.js';
import { showOthersChange } from '../feedback/toasts/toasts.js';
import type { ConnectionState } from './connection-state.js';
import { isOwnRequest } from './own-requests.js';
import { followProject } from './follow-project.js';
import { describeChange } from './describe-change.js';
import { noteChange } from './noted-changes.js';
import { noteRecentChange } from './recent-changes.js';
import { texts } from './texts.js';

const refetchAll = (queries: QueryClient, projectId: string) => {
  void queries.invalidateQueries({ queryKey: ['projects', projectId] });
  void queries.invalidateQueries({ queryKey: ['flags'] });
};

/**
 * Queries that are as new as the flags, because their data changes only with a revision or is read after the flags, and
 * those of which no event tells.
 */
const AS_NEW = new Set<unknown>(['flags', 'archived-flags', 'latest-changes', 'preferences', 'dead-letters']);

/**
 * Stores the project that the stream began with, and refetches the rest of the page. It skips flags that are already
 * up to date.
 */
function refetchOthers(queries: QueryClient, projectId: string, project: ProjectView | undefined): void {
  const { queryKey: ofProject } = projectQuery(projectId);
  // An answer that is under way may be older.
  const keeps = project !== undefined && !queries.isFetching({ queryKey: ofProject, exact: true });
  if (keeps) queries.setQueryData(ofProject, project);
  void queries.invalidateQueries({
    queryKey: ofProject,
    predicate: ({ queryKey: [, , part] }) => !(part === undefined ? keeps : AS_NEW.has(part)),
  });
  void queries.invalidateQueries({ queryKey: ['flags'] });
}

/**
 * Refetches one flag, not the others. A running query may be older than the change and is canceled;
 * the first one is not, because a page that opens waits for it.
 */
async function refreshFlag(queries: QueryClient, projectId: string, flagId: string): Promise<void> {
  const { queryKey } = flagQuery(flagId);
  const read = () => queries.fetchQuery({ ...flagQuery(flagId), staleTime: 0 });
  try {
    if (queries.getQueryData(queryKey)) await queries.cancelQueries({ queryKey });
    else if (queries.isFetching({ queryKey })) await read();
    keepFlag(queries, await read());
  } catch (error) {
    if (isCancelledError(error)) return;
    if (isGone(error)) dropFlag(queries, projectId, flagId);
    else refetchAll(queries, projectId);
  }
}

function setLatestChange(queries: QueryClient, change: ProjectChange): void {
  const { flag_id } = change;
  if (flag_id === null) return;
  queries.setQueryData(latestChangesQuery(change.project_id).queryKey, (latest) =>
    latest ? { ...latest, [flag_id]: { ...change, flag_id, created_at: change.at } } : undefined,
  );
}

/** Actions that ask for something, or settle it. */
const CHANGES_NOTICES = /^(schedule|change_request)_|^(flag_archive|flag_delete|environment_delete)$/;

function apply(queries: QueryClient, change: ProjectChange): void {
  const own = isOwnRequest(change.request_id);
  setLatestChange(queries, change);
  noteChange(change);
  void queries.invalidateQueries({ queryKey: ['projects', change.project_id, 'audit'] });
  if (/^(schedule|change_request)_/.test(change.action)) void refetchPlans(queries, change.project_id);
  // A change of a flag may be a step, and affects what the next steps change.
  else void refetchSchedules(queries, change.project_id);
  if (CHANGES_NOTICES.test(change.action)) void refetchNotices(queries);
  if (own) return;
  if (change.group_id) refetchSoon(queries, change.project_id);
  else if (change.flag_id !== null) {
    void refreshFlag(queries, change.project_id, change.flag_id);
    void queries.invalidateQueries({ queryKey: ['projects', change.project_id, 'differences'] });
  } else refetchAll(queries, change.project_id);
  const isMe = queries.getQueryData(meQuery.queryKey)?.id === change.user_id;
  const show = (who: string) => {
    if (change.flag_id !== null) noteRecentChange(change.flag_id, { who, environmentId: change.environment_id });
    showOthersChange({ who, what: describeChange(change) });
  };
  const author = { id: change.user_id, name: change.user_name };
  if (isMe) show(texts.youElsewhere);
  else void nameAmongMembers(queries, change.project_id, author).then(show);
}

const GROUP_MILLISECONDS = 150;
let group: ReturnType<typeof setTimeout> | undefined;

/** Collects the events of one call that changed many flags, to refetch them once. */
function refetchSoon(queries: QueryClient, projectId: string): void {
  clearTimeout(group);
  group = setTimeout(() => refetchAll(queries, projectId), GROUP_MILLISECONDS);
}

/** Keeps a project's pages up to date, and says who changed what. @returns the state of the connection */
export function useLiveProject(projectId: string): ConnectionState {
  const queries = useQueryClient();
  const userId = useMe().id;
  const [state, setState] = useState<ConnectionState>('connecting');
  useEffect(() => {
    return followProject(
      { projectId, userId },
      {
        onState: setState,
        // On the first connection too: something may have changed between the queries and the subscription.
        onReady: async ({ environments, project }, isFirst) => {
          await afterFirstRead(queries, flagsQuery(projectId).queryKey);
          if (isFirst && wereReadAt(queries, projectId, environments)) refetchOthers(queries, projectId, project);
          else refetchAll(queries, projectId);
        },
        onChange: (change) => void shownNames(JSON.stringify(change), change).then((shown) => apply(queries, shown)),
        onUnknownChange: () => refetchAll(queries, projectId),
        onRefused: () => {
          for (const { queryKey } of [meQuery, projectQuery(projectId)])
            void queries.invalidateQueries({ queryKey, exact: true });
        },
      },
    );
  }, [projectId, userId, queries]);
  return state;
}
