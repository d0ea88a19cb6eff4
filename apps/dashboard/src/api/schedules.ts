import type { CreateScheduleRequest, ScheduleView, UpdateScheduleRequest } from '@burgee/contracts/http';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangeNote } from './change-note.js';
import { call, callAll } from './call.js';
import { homeQuery } from './home.js';
import { projectQuery } from './projects.js';

const PAGE = 1000;
const EVERY_MILLISECONDS = 30_000;

const keyOf = (projectId: string) => ['projects', projectId, 'schedules'] as const;

/** The open schedules of a project, or of one of its flags, in the order of their next steps. */
export const schedulesQuery = (projectId: string, flagId?: string) =>
  queryOptions({
    queryKey: [...keyOf(projectId), flagId ?? 'all'],
    queryFn: ({ signal }) => {
      const flag = flagId === undefined ? '' : `&flag=${flagId}`;
      return callAll<ScheduleView>(`/api/projects/${projectId}/schedules?limit=${PAGE}${flag}`, signal);
    },
    // The stream announces no step that changes nothing, so the page polls.
    refetchInterval: ({ state }) => (state.data?.length ? EVERY_MILLISECONDS : false),
  });

/** The schedules of a project that finished or were canceled within 30 days, newest first. */
export const endedSchedulesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keyOf(projectId), 'ended'],
    queryFn: ({ signal }) =>
      callAll<ScheduleView>(`/api/projects/${projectId}/schedules?state=ended&limit=${PAGE}`, signal),
  });

/** Refetches schedules, and what waits for the user, after a user changed one or a step ran. */
export async function refetchSchedules(queries: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keyOf(projectId) }),
    queries.invalidateQueries({ queryKey: homeQuery(projectId).queryKey }),
  ]);
}

/** Refetches plans, the requests that wait for their approval, and their count in the navigation. */
export async function refetchPlans(queries: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    refetchSchedules(queries, projectId),
    queries.invalidateQueries({ queryKey: projectQuery(projectId).queryKey, exact: true }),
    queries.invalidateQueries({ queryKey: ['projects', projectId, 'change-requests'] }),
  ]);
}

interface FlagEnvironment {
  flagId: string;
  environmentId: string;
}

interface Noted {
  note: ChangeNote;
}

/** The comment is part of the plan, for its steps; the reason of an override is not. */
const noted = <T extends object>(plan: T, { comment, bypassReason }: ChangeNote) => ({
  body: { ...plan, ...(comment !== undefined && { comment }) },
  note: bypassReason === undefined ? {} : { bypassReason },
});

/** Creates a schedule of a flag in one environment. */
export function useCreateSchedule(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ flagId, environmentId, note, ...plan }: FlagEnvironment & Noted & CreateScheduleRequest) =>
      call<ScheduleView>('POST', `/api/flags/${flagId}/environments/${environmentId}/schedules`, noted(plan, note)),
    onSettled: () => refetchPlans(queries, projectId),
  });
}

/** Changes what a schedule does, unless another user has changed it since it was read. */
export function useUpdateSchedule(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ schedule, note, ...plan }: { schedule: ScheduleView } & Noted & UpdateScheduleRequest) =>
      call<ScheduleView>('PATCH', `/api/projects/${projectId}/schedules/${schedule.id}`, {
        ...noted(plan, note),
        ifUnchangedSince: String(schedule.version),
      }),
    onSettled: () => refetchPlans(queries, projectId),
  });
}

export type ScheduleAct = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or cancels a schedule. */
export function useActOnSchedule(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act, note }: { id: string; act: ScheduleAct; note?: ChangeNote }) => {
      const path = `/api/projects/${projectId}/schedules/${id}`;
      return act === 'cancel'
        ? call<ScheduleView>('DELETE', path)
        : call<ScheduleView>('POST', `${path}/${act}`, { note });
    },
    onSettled: () => refetchPlans(queries, projectId),
  });
}
