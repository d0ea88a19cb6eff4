import type { CreateInvitationRequest, InvitationView, InvitationWithLink } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { homeQuery } from './home.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/invitations`;

/** The open invitations of a project. Only admins may read them. */
const invitationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'invitations'],
    queryFn: ({ signal }) => call<InvitationView[]>('GET', pathOf(projectId), { signal }),
  });

/** Undefined until they are loaded. */
export const useInvitations = (projectId: string) => useQuery(invitationsQuery(projectId)).data;

function useInvitationChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        [invitationsQuery(projectId), homeQuery(projectId)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const useInvite = (projectId: string) =>
  useInvitationChange(projectId, (body: CreateInvitationRequest) =>
    call<InvitationWithLink>('POST', pathOf(projectId), { body }),
  );

export const useNewLink = (projectId: string) =>
  useInvitationChange(projectId, (id: string) => call<InvitationWithLink>('POST', `${pathOf(projectId)}/${id}/link`));

export const useWithdraw = (projectId: string) =>
  useInvitationChange(projectId, (id: string) => call('DELETE', `${pathOf(projectId)}/${id}`));
