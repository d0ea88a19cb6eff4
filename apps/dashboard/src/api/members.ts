import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from './call.js';
import { projectsQuery } from './projects.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/members`;

export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'members'],
    queryFn: ({ signal }) => call<MemberView[]>('GET', pathOf(projectId), { signal }),
  });

export const useMembers = (projectId: string) => useSuspenseQuery(membersQuery(projectId)).data;

/** Refetches the whole project, because the user's own role may have changed. */
function useMemberChange<Input>(projectId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['projects', projectId] }),
  });
}

export const useChangeRole = (projectId: string) =>
  useMemberChange(projectId, ({ userId, role }: { userId: string; role: Role }) =>
    call('PATCH', `${pathOf(projectId)}/${userId}`, { body: { role } }),
  );

export const useRemoveMember = (projectId: string) =>
  useMemberChange(projectId, ({ userId, rotatesKeys }: { userId: string; rotatesKeys: boolean }) =>
    call('DELETE', `${pathOf(projectId)}/${userId}${rotatesKeys ? '?rotate_sdk_keys=true' : ''}`),
  );

/** Marks the project as stale. The page has to be left before anything is refetched. */
export function useLeaveProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', `${pathOf(projectId)}/me`),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }),
  });
}
