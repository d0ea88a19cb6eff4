import type {
  ChangePasswordRequest,
  CurrentUserView,
  LinkTokenRequest,
  LoginRequest,
  RegisterRequest,
  SessionView,
  SignedIn,
  SignedOut,
} from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { forgetMe, lastMe, rememberMe } from '../session/last-me.js';
import { lostSession } from './api-error.js';
import { call } from './call.js';
import { texts } from './texts.js';

/** The signed-in user; fails with 401 without a session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => rememberMe(await call<CurrentUserView>('GET', '/api/auth/me', { signal })),
  staleTime: 60_000,
});

const STAND_IN: CurrentUserView = { id: '', name: texts.you, email: '' };

/** The user, on a page that requires one. While auth does not answer: the last one of this tab, or a stand-in. */
export const useMe = () => useQuery(meQuery).data ?? lastMe() ?? STAND_IN;

/** The user as auth says, on pages that are nothing without it. */
export const useKnownMe = () => useSuspenseQuery(meQuery).data;

/** The account, by the new session. @throws ApiError if the browser does not send the session */
async function readAccount(): Promise<CurrentUserView | undefined> {
  try {
    return await call<CurrentUserView>('GET', '/api/auth/me');
  } catch (error) {
    const lost = lostSession(error, location.protocol);
    if (lost) throw lost;
    // The next page reads it again, and reports what fails.
    return undefined;
  }
}

/** Clears the cache, so that the next user sees nothing of this one. */
function useEntry<T>(path: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: T) => {
      await call<SignedIn>('POST', path, { body });
      return readAccount();
    },
    onSuccess: (me) => {
      forgetMe();
      queries.clear();
      if (me) queries.setQueryData(meQuery.queryKey, rememberMe(me));
    },
    meta: { signsIn: true },
  });
}

export const useSignIn = () => useEntry<LoginRequest>('/api/auth/login');
export const useSignInByLink = () => useEntry<LinkTokenRequest>('/api/auth/links/sign-in');
export const useRegister = () => useEntry<RegisterRequest>('/api/auth/register');

export function useSignOut() {
  return useMutation({ mutationFn: () => call<SignedOut>('POST', '/api/auth/logout') });
}

/** The user's sessions: one page of 100, the most that an account has unless the operator allows more. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call<SessionView[]>('GET', '/api/auth/sessions', { signal }),
});

export const useSessions = () => useSuspenseQuery(sessionsQuery).data;

function useSessionChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export const useEndSession = () => useSessionChange((id: string) => call('DELETE', `/api/auth/sessions/${id}`));
export const useEndOtherSessions = () => useSessionChange<void>(() => call('DELETE', '/api/auth/sessions'));
/** Ends the user's other sessions too. */
export const useChangePassword = () =>
  useSessionChange((body: ChangePasswordRequest) => call('POST', '/api/auth/password', { body }));
