import type { AddMemberRequest, MemberView, Role } from '@burgee/contracts';
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

/** The reader's own role may be what has changed, so all of the project is read again. */
function useMemberChange<Input>(projectId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['projects', projectId] }),
  });
}

export const useAddMember = (projectId: string) =>
  useMemberChange(projectId, (body: AddMemberRequest) => call('POST', pathOf(projectId), { body }));

export const useChangeRole = (projectId: string) =>
  useMemberChange(projectId, ({ userId, role }: { userId: string; role: Role }) =>
    call('PATCH', `${pathOf(projectId)}/${userId}`, { body: { role } }),
  );

export const useRemoveMember = (projectId: string) =>
  useMemberChange(projectId, (userId: string) => call('DELETE', `${pathOf(projectId)}/${userId}`));

/** What is known of the project is stale from then on; the page has to be left before it is asked for again. */
export function useLeaveProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', `${pathOf(projectId)}/me`),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }),
  });
}
