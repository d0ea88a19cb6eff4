import type { SignInMethodsView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';

/** Whether this installation sends mail, which changes only when its service starts. */
export const useMailSetting = () =>
  useQuery({
    queryKey: ['mail'],
    queryFn: ({ signal }) => call<SignInMethodsView>('GET', '/api/auth/providers', { signal }),
    select: ({ mail }) => mail,
    staleTime: Infinity,
  });
