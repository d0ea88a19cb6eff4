import type { ChangeRequestView, ProjectView, RequestState } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { changeRequestsQuery } from './change-requests.js';

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

const countOpen = (requests: readonly ChangeRequestView[]) => requests.filter(({ state }) => state !== 'draft').length;

/** The number of waiting requests of a project. */
export function useWaitingCount({ id }: Pick<ProjectView, 'id'>): number {
  const { data } = useQuery({ ...changeRequestsQuery(id, 'open'), select: countOpen });
  return data ?? 0;
}
