import type { ChangeRequestView, ProjectView, RequestState } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { changeRequestsQuery } from './change-requests.js';
import { may } from './projects.js';
import { useMe } from './session.js';

/** The states of open requests, by environment. */
export type WaitingChanges = ReadonlyMap<string, RequestState>;

/** The changes that wait for approval, by flag, without drafts. */
export function waitingByFlag(requests: readonly ChangeRequestView[]): ReadonlyMap<string, WaitingChanges> {
  const waiting = new Map<string, Map<string, RequestState>>();
  // The newest comes first and wins.
  for (const { changes, plan, environment_id, state } of requests.toReversed())
    if (state !== 'draft')
      for (const { flag_id } of plan ? [plan] : changes)
        waiting.set(flag_id, (waiting.get(flag_id) ?? new Map<string, RequestState>()).set(environment_id, state));
  return waiting;
}

const NONE: ReadonlyMap<string, WaitingChanges> = new Map();

/** A project's waiting changes. Requests nothing where no environment requires approval. */
export function useWaitingChanges({
  id,
  environments,
}: Pick<ProjectView, 'id' | 'environments'>): ReadonlyMap<string, WaitingChanges> {
  const enabled = environments.some(({ approvals }) => approvals > 0);
  const { data } = useQuery({ ...changeRequestsQuery(id, 'open'), enabled, select: waitingByFlag });
  return data ?? NONE;
}

/** The number of requests by others that the user may approve or apply. */
export const countToDecide = (
  requests: readonly ChangeRequestView[],
  environments: ProjectView['environments'],
  userId: string,
): number =>
  requests.filter(({ state, author_id, environment_id, approvals }) => {
    const role = environments.find(({ id }) => id === environment_id)?.role;
    if (author_id === userId || !role || !may(role, 'editor')) return false;
    return state === 'approved' || (state === 'in_review' && !approvals.some(({ user_id }) => user_id === userId));
  }).length;

/** The requests that wait for approval of a change to one of these flags, in an environment or of whole flags. */
export const requestsFor = (
  requests: readonly ChangeRequestView[],
  { environmentId, flagIds }: { environmentId: string | undefined; flagIds: readonly string[] },
): ChangeRequestView[] =>
  requests.filter(
    ({ state, environment_id, changes, plan }) =>
      state !== 'draft' &&
      (environmentId === undefined || environment_id === environmentId) &&
      (plan ? [plan] : changes).some(({ flag_id }) => flagIds.includes(flag_id)),
  );

/** The number of requests of a project that wait for this user. */
export function useWaitingCount({ id, environments }: Pick<ProjectView, 'id' | 'environments'>): number {
  const me = useMe();
  const { data } = useQuery({
    ...changeRequestsQuery(id, 'open'),
    select: (all) => countToDecide(all, environments, me.id),
  });
  return data ?? 0;
}
