import type { MemberView } from '@burgee/contracts/http';
import type { EnvironmentRole, EnvironmentRoles, Role } from '@burgee/contracts/wire';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callAll, callPage } from './call.js';
import { projectsQuery } from './projects.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/members`;

/** The members to list; all by default. */
interface MemberFilter {
  /** Part of the name or the email. */
  search?: string;
  role?: Role | undefined;
}

const PAGE = 50;
/** The most members that a field offers; users find the others by typing more of the name. */
export const MEMBERS_OFFERED = 20;

function listPath(projectId: string, { search, role }: MemberFilter, limit: number): string {
  const given = Object.entries({ search: search?.trim(), role, limit: String(limit) }).filter(([, value]) => value);
  return `${pathOf(projectId)}?${new URLSearchParams(Object.fromEntries(given) as Record<string, string>)}`;
}

/** The members of a project, the longest-standing first, page after page. */
export function membersQuery(projectId: string, filter: MemberFilter = {}) {
  const path = listPath(projectId, filter, PAGE);
  return infiniteQueryOptions({
    queryKey: ['projects', projectId, 'members', path],
    queryFn: ({ pageParam, signal }) => callPage<MemberView>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** The first few members whose name or email has the text. */
export const foundMembersQuery = (projectId: string, search: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'members', 'found', search],
    queryFn: async ({ signal }) =>
      (await callPage<MemberView>(listPath(projectId, { search }, MEMBERS_OFFERED), signal)).items,
    placeholderData: keepPreviousData,
  });

/** All members, to tell people apart. */
export const allMembersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'members', 'all'],
    queryFn: ({ signal }) => callAll<MemberView>(pathOf(projectId), signal),
  });

/** Refetches the whole project, because the user's own role may have changed. */
function useMemberChange<Input>(projectId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['projects', projectId] }),
  });
}

export const useChangeRole = (projectId: string) =>
  useMemberChange(
    projectId,
    ({ userId, ...body }: { userId: string; role: Role; environment_roles?: EnvironmentRoles }) =>
      call('PATCH', `${pathOf(projectId)}/${userId}`, { body }),
  );

/** Null takes the role of an environment away. */
export type EnvironmentRolesPatch = Record<string, EnvironmentRole | null>;

export const useChangeEnvironmentRoles = (projectId: string) =>
  useMemberChange(projectId, ({ userId, roles }: { userId: string; roles: EnvironmentRolesPatch }) =>
    call('PATCH', `${pathOf(projectId)}/${userId}`, { body: { environment_roles: roles } }),
  );

export const useRemoveMember = (projectId: string) =>
  useMemberChange(projectId, ({ userId, rotatesKeys }: { userId: string; rotatesKeys: boolean }) =>
    call('DELETE', `${pathOf(projectId)}/${userId}${rotatesKeys ? '?rotate_sdk_keys=true' : ''}`),
  );

/** Marks the project as stale. Leave its pages before anything is refetched. */
export function useLeaveProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', `${pathOf(projectId)}/me`),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }),
  });
}
