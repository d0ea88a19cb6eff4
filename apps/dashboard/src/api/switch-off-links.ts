import type { CreatedSwitchOffLink, CreateSwitchOffLinkRequest, SwitchOffLinkView } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';

interface Place {
  project_id: string;
  id: string;
}

const pathOf = ({ project_id, id }: Place) => `/api/projects/${project_id}/environments/${id}/switch-off-links`;

const linksQuery = (environment: Place) =>
  queryOptions({
    queryKey: ['projects', environment.project_id, 'switch-off-links', environment.id],
    queryFn: ({ signal }) => call<SwitchOffLinkView[]>('GET', pathOf(environment), { signal }),
    // Monitoring calls them at any time.
    staleTime: 0,
  });

/** The switch-off links of an environment, the oldest first. */
export const useSwitchOffLinks = (environment: Place) => useQuery(linksQuery(environment));

export function useCreateSwitchOffLink(environment: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateSwitchOffLinkRequest) => call<CreatedSwitchOffLink>('POST', pathOf(environment), { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: linksQuery(environment).queryKey }),
  });
}

export function useRevokeSwitchOffLink(environment: Place) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE', `${pathOf(environment)}/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: linksQuery(environment).queryKey }),
  });
}
