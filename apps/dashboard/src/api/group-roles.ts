import type { GroupRoleRequest, GroupRoleView } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/group-roles`;

/** The roles that groups of the sign-in providers have in a project. Only admins may read them. */
export const groupRolesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'group-roles'],
    queryFn: ({ signal }) => call<GroupRoleView[]>('GET', pathOf(projectId), { signal }),
  });

/** Refetches the members, too. */
function useGroupRoleChange<Input>(projectId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['projects', projectId] }),
  });
}

export const useGiveGroupRole = (projectId: string) =>
  useGroupRoleChange(projectId, (body: GroupRoleRequest) => call('POST', pathOf(projectId), { body }));

export const useTakeGroupRole = (projectId: string) =>
  useGroupRoleChange(projectId, (id: string) => call('DELETE', `${pathOf(projectId)}/${id}`));
