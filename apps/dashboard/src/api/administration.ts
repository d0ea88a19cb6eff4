import type {
  AccountProjectView,
  AccountView,
  AccountWithSessions,
  AdministeredProjectView,
  LinkView,
  MailStateView,
  Message,
  RegistrationView,
} from '@burgee/contracts/http';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.js';

const PATH = '/api/administration';
const KEY = ['administration'];
const PAGE = 50;

const accountPath = (id: string) => `${PATH}/accounts/${id}`;

/** A list page after page; empty parameters are left out. */
function pagesOf<T>(list: string, given: Readonly<Record<string, string | undefined>>) {
  const parameters = Object.entries({ ...given, limit: String(PAGE) }).filter(([, value]) => value);
  const path = `${PATH}/${list}?${new URLSearchParams(parameters as [string, string][])}`;
  return infiniteQueryOptions({
    queryKey: [...KEY, path],
    queryFn: ({ pageParam, signal }) => callPage<T>(pageParam, signal),
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export type OnlyAccounts = 'administrators' | 'disabled';

/** Accounts, newest first. */
export const accountsQuery = (search: string, only?: OnlyAccounts) =>
  pagesOf<AccountView>('accounts', { search, only });

/** All projects: those without an owner, then the newest. */
export const allProjectsQuery = (search: string) => pagesOf<AdministeredProjectView>('projects', { search });

const read = <T>(path: string) =>
  queryOptions({ queryKey: [...KEY, path], queryFn: ({ signal }) => call<T>('GET', path, { signal }) });

export const accountQuery = (id: string) => read<AccountWithSessions>(accountPath(id));
export const projectsOfAccountQuery = (id: string) => read<AccountProjectView[]>(`${accountPath(id)}/projects`);
export const mailQuery = read<MailStateView>(`${PATH}/mail`);
export const registrationQuery = read<RegistrationView>(`${PATH}/registration`);

export const disableAccount = (id: string) => call<AccountView>('POST', `${accountPath(id)}/disable`);
export const enableAccount = (id: string) => call<AccountView>('POST', `${accountPath(id)}/enable`);
export const endSessionsOf = (id: string) => call<Message>('DELETE', `${accountPath(id)}/sessions`);
export const createResetLink = (id: string) => call<LinkView>('POST', `${accountPath(id)}/reset-link`);
export const makeAdministrator = (id: string) => call<AccountView>('POST', `${accountPath(id)}/administrator`);
export const withdrawAdministrator = (id: string) => call<AccountView>('DELETE', `${accountPath(id)}/administrator`);
export const deleteAccount = (id: string) => call<Message>('DELETE', accountPath(id));
export const ownProject = (id: string) => call<Message>('POST', `${PATH}/projects/${id}/own`);
export const changeRegistration = (mode: RegistrationView['mode']) =>
  call<RegistrationView>('PATCH', `${PATH}/registration`, { body: { mode } });

export const sendTestMail = () => call<Message>('POST', `${PATH}/mail/test`);

/** Proves by the password that it is still this user, which counts for ten minutes. */
export const prove = (password: string) => call<Message>('POST', '/api/auth/proof', { body: { password } });
