import type { AccountExport, AccountInProjectsExport, CurrentUserView, Message } from '@burgee/contracts/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rememberMe } from '../session/last-me.js';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import { orDone } from './or-done.js';
import { meQuery } from './session.js';

export function useRename() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call<CurrentUserView>('PATCH', '/api/auth/me', { body: { name } }),
    onSuccess: (me) => {
      queries.setQueryData(meQuery.queryKey, rememberMe(me));
      // Members, notices and histories show it too.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}

/** Whether what waits in the inbox is mailed too. */
export function useMailNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (notice_mails: boolean) => call<CurrentUserView>('PATCH', '/api/auth/me', { body: { notice_mails } }),
    onSuccess: (me) => queries.setQueryData(meQuery.queryKey, rememberMe(me)),
  });
}

/** What each service stores of the account, in one object. */
export async function readOwnData() {
  const [account, inProjects] = await Promise.all([
    call<AccountExport>('GET', '/api/auth/me/export'),
    call<AccountInProjectsExport>('GET', '/api/auth/me/export/projects'),
  ]);
  const { sessions, ...own } = account;
  return { account: own, sessions, ...inProjects };
}

export const deleteOwnAccount = () =>
  orDone(call<Message>('DELETE', '/api/auth/me'), () =>
    call('GET', '/api/auth/me').then(
      () => false,
      (error: unknown) => asApiError(error).signedOut,
    ),
  );
