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
import { asApiError } from './api-error.js';
import { call, callAll, callPage } from './call.js';
import { orDone } from './or-done.js';

const PATH = '/api/administration';
const KEY = ['administration'];
const PAGE = 50;
const MOST = 200;

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

/** All of them, to name and to choose. */
export const everyProjectQuery = queryOptions({
  queryKey: [...KEY, 'projects'],
  queryFn: ({ signal }) => callAll<AdministeredProjectView>(`${PATH}/projects?limit=${MOST}`, signal),
  select: (projects) => projects.map(({ id, name }) => ({ id, name })),
});

const read = <T>(path: string) =>
  queryOptions({ queryKey: [...KEY, path], queryFn: ({ signal }) => call<T>('GET', path, { signal }) });

export const accountQuery = (id: string) => read<AccountWithSessions>(accountPath(id));
export const projectsOfAccountQuery = (id: string) => read<AccountProjectView[]>(`${accountPath(id)}/projects`);
export const mailQuery = read<MailStateView>(`${PATH}/mail`);
export const registrationQuery = read<RegistrationView>(`${PATH}/registration`);

/** An act on an account, which also counts as done where the account then is so. */
const act = (id: string, sent: Promise<unknown>, isDone: (account: AccountWithSessions) => boolean) =>
  orDone(sent, () => readAccount(id).then(isDone));
const readAccount = (id: string) => call<AccountWithSessions>('GET', accountPath(id));
const isMissing = (error: unknown) => asApiError(error).code === 'not_found';

export const disableAccount = (id: string) =>
  act(id, call('POST', `${accountPath(id)}/disable`), ({ disabled_at }) => disabled_at !== null);
export const enableAccount = (id: string) =>
  act(id, call('POST', `${accountPath(id)}/enable`), ({ disabled_at }) => disabled_at === null);
export const endSessionsOf = (id: string) =>
  act(id, call('DELETE', `${accountPath(id)}/sessions`), ({ sessions }) => sessions.length === 0);
export const createResetLink = (id: string) => call<LinkView>('POST', `${accountPath(id)}/reset-link`);
export const makeAdministrator = (id: string) =>
  act(id, call('POST', `${accountPath(id)}/administrator`), ({ is_administrator }) => is_administrator);
export const withdrawAdministrator = (id: string) =>
  act(id, call('DELETE', `${accountPath(id)}/administrator`), ({ is_administrator }) => !is_administrator);
export const deleteAccount = (id: string) =>
  orDone(call('DELETE', accountPath(id)), () => readAccount(id).then(() => false, isMissing));
export const ownProject = (id: string) => call<Message>('POST', `${PATH}/projects/${id}/own`);
export const changeRegistration = (mode: RegistrationView['mode']) =>
  call<RegistrationView>('PATCH', `${PATH}/registration`, { body: { mode } });

export const sendTestMail = () => call<Message>('POST', `${PATH}/mail/test`);
