import type { CreateTrustRequest, Message, TrustView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/trusts`;

/** Which CI jobs get tokens of a project. Only owners may read them. */
export const trustsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'trusts'],
    queryFn: ({ signal }) => call<TrustView[]>('GET', pathOf(projectId), { signal }),
  });

export const createTrust = (projectId: string, body: CreateTrustRequest) =>
  call<TrustView>('POST', pathOf(projectId), { body });
export const deleteTrust = (projectId: string, id: string) => call<Message>('DELETE', `${pathOf(projectId)}/${id}`);
