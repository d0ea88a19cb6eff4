import type { AppliedView, EnvironmentView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from './call.js';

const EVERY_MILLISECONDS = 1_000;
const ASKED_FOR_MILLISECONDS = 30_000;

const isSettled = (view: AppliedView | undefined) =>
  view !== undefined && view.not_waited === undefined && view.complete && view.waiting.length === 0;

/** How many clients have the last change of an environment; polls until all have it, for half a minute. */
export function useApplied({ id, project_id }: Pick<EnvironmentView, 'id' | 'project_id'>) {
  const [until] = useState(() => Date.now() + ASKED_FOR_MILLISECONDS);
  const isOver = (view: AppliedView | undefined, ...answeredAt: number[]) =>
    isSettled(view) || Math.max(...answeredAt) >= until;
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery({
    // One query per toast: an answer that another toast got is older.
    queryKey: ['applied', id, useId()],
    queryFn: ({ signal }) =>
      call<AppliedView>('GET', `/api/projects/${project_id}/environments/${id}/applied`, { signal }),
    refetchInterval: ({ state }) =>
      isOver(state.data, state.dataUpdatedAt, state.errorUpdatedAt) ? false : EVERY_MILLISECONDS,
    retry: false,
    gcTime: 0,
  });
  return { view: data, error, isOver: isOver(data, dataUpdatedAt, errorUpdatedAt) };
}
