import type { CreateTokenRequest, Message, NewTokenView, ProjectTokenView, TokenView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** Where a list of tokens is read and changed. */
export interface TokenList {
  path: string;
  key: readonly string[];
}

export const OWN_TOKENS: TokenList = { path: '/api/tokens', key: ['me', 'tokens'] };
export const INSTALLATION_TOKENS: TokenList = {
  path: '/api/administration/tokens',
  key: ['administration', 'tokens'],
};
export const tokensOf = (projectId: string): TokenList => ({
  path: `/api/projects/${projectId}/tokens`,
  key: ['projects', projectId, 'tokens'],
});

/** Newest first. Ended ones are in it for a month; only a project's list says which have access. */
export const tokensQuery = ({ path, key }: TokenList) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => call<(TokenView & Partial<ProjectTokenView>)[]>('GET', path, { signal }),
  });

export const createToken = ({ path }: TokenList, body: CreateTokenRequest) =>
  call<NewTokenView>('POST', path, { body });
export const revokeToken = ({ path }: TokenList, id: string) => call<Message>('DELETE', `${path}/${id}`);

const accessPath = (projectId: string, id: string) => `${tokensOf(projectId).path}/${id}/access`;
export const admitToken = (projectId: string, id: string) => call<Message>('POST', accessPath(projectId, id));
export const excludeToken = (projectId: string, id: string) => call<Message>('DELETE', accessPath(projectId, id));
