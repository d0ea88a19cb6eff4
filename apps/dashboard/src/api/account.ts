import type { AccountExport, AccountInProjectsExport, CurrentUserView, Message } from '@burgee/contracts/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rememberMe } from '../session/last-me.js';
import { call } from './call.js';
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

/** What each service stores of the account, in one object. */
export async function readOwnData() {
  const [account, inProjects] = await Promise.all([
    call<AccountExport>('GET', '/api/auth/me/export'),
    call<AccountInProjectsExport>('GET', '/api/auth/me/export/projects'),
  ]);
  const { sessions, ...own } = account;
  return { account: own, sessions, ...inProjects };
}

export const deleteOwnAccount = () => call<Message>('DELETE', '/api/auth/me');
