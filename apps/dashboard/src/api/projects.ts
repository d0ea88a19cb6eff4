import type { CreateProjectRequest, ProjectView, UpdateProjectRequest } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { inOrder } from '../environment/order-environments.js';
import { call, callAll } from './call.js';

/** The service lists environments by creation. One of the previous release leaves the role in each out. */
const ordered = (project: ProjectView): ProjectView => ({
  ...project,
  environments: inOrder(project.environments).map((environment) => ({
    ...environment,
    role: environment.role ?? project.role,
  })),
});
const allOrdered = (projects: ProjectView[]) => projects.map(ordered);

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => callAll<ProjectView>('/api/projects', signal),
  select: allOrdered,
});

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId],
    queryFn: ({ signal }) => call<ProjectView>('GET', `/api/projects/${projectId}`, { signal }),
    select: ordered,
  });

export const useProjects = () => useSuspenseQuery(projectsQuery).data;
export const useProject = (projectId: string) => useSuspenseQuery(projectQuery(projectId)).data;

export function useCreateProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateProjectRequest) => call<ProjectView>('POST', '/api/projects', { body }),
    onSuccess: (project) => {
      queries.setQueryData(projectQuery(project.id).queryKey, project);
      return queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true });
    },
  });
}

export function useUpdateProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProjectRequest) => call<ProjectView>('PATCH', `/api/projects/${projectId}`, { body }),
    onSuccess: (project) => {
      queries.setQueryData(projectQuery(projectId).queryKey, project);
      return queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true });
    },
  });
}

/** Leave the project's pages before anything of the project is refetched. */
export function useDeleteProject(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', `/api/projects/${projectId}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }),
  });
}

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 };

/** The role's permissions. The service decides; this only hides actions that it would refuse. */
export const may = (role: Role, needed: Role) => RANK[role] >= RANK[needed];

/** Whether the user may change values in one environment or another. */
export const editsSome = ({ role, environments }: ProjectView) =>
  may(role, 'editor') || environments.some((environment) => may(environment.role, 'editor'));
