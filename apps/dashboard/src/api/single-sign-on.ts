import type { IdentitiesView, LocationView, Message, ProvidersView } from '@burgee/contracts/http';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from './call.js';

/** How the account signs in. */
export const identitiesQuery = queryOptions({
  queryKey: ['me', 'identities'],
  queryFn: ({ signal }) => call<IdentitiesView>('GET', '/api/auth/me/identities', { signal }),
});

/** The providers, as administrators see them. */
export const providersQuery = queryOptions({
  queryKey: ['administration', 'providers'],
  queryFn: ({ signal }) => call<ProvidersView>('GET', '/api/administration/providers', { signal }),
});

/** An invitation is sent, and is in no address. */
export const startAt = (id: string, back: string | undefined, invitation: string | undefined) =>
  call<LocationView>('POST', `/api/auth/oidc/${id}/start`, { body: { back, invitation } });
export const linkProvider = (id: string) => call<LocationView>('POST', `/api/auth/oidc/${id}/link`);
export const unlinkProvider = (id: string) => call<Message>('DELETE', `/api/auth/me/identities/${id}`);
export const proveAtProvider = (id: string, back: string) =>
  call<LocationView>('POST', `/api/auth/oidc/${id}/proof`, { body: { back } });
export const tryProvider = (id: string) => call<LocationView>('POST', `/api/administration/providers/${id}/try`);

/** Goes to the provider that the service names, without the browser's question about a running change. */
export const useGoToProvider = (start: (id: string) => Promise<LocationView>) =>
  useMutation({
    mutationFn: start,
    onSuccess: ({ location }) => window.location.assign(location),
    meta: { leaves: true },
  });
