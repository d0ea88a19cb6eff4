import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Provenance, Via } from './audit.js';
import type { ActingToken } from './token-scope.js';
import { API_KEY_HEADER, REQUEST_ID_HEADER, SDK_KEY_HEADER, UNLEASH_PREFIX } from './names.js';

/** The scheme counts in any case (RFC 9110, 11.1). */
const BEARER = /^bearer +(\S+) *$/i;

/** Unleash's SDKs send a key without a scheme. */
const BARE = /^\S+$/;

/**
 * The credentials that a request carries in the headers that may carry one, each once.
 * @param url of the request: one without a scheme counts on the addresses of Unleash's API alone
 */
export function credentialsIn(headers: IncomingHttpHeaders, url = ''): string[] {
  const { authorization = '' } = headers;
  const bare = url.startsWith(UNLEASH_PREFIX) ? BARE.exec(authorization)?.[0] : undefined;
  const given = [headers[SDK_KEY_HEADER], headers[API_KEY_HEADER], bare ?? BEARER.exec(authorization)?.[1]];
  return [...new Set(given.filter((one) => typeof one === 'string'))];
}

export const API_TOKEN_PREFIX = 'bge_tok_';

/** The API token of a request, whole or not. Other values and schemes are for a proxy in front, and the cookie counts. */
export function apiTokenIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  const given = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  return given?.startsWith(API_TOKEN_PREFIX) ? given : undefined;
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The caller's x-request-id if it is well formed, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Names the client of a request: `page`, `cli` or `mcp`. A label for the history, and no proof. */
export const CLIENT_HEADER = 'burgee-client';
const CLIENTS: ReadonlySet<unknown> = new Set<Via>(['page', 'cli', 'mcp']);

/** The provenance of an account's own change. @param client what the request's `burgee-client` says */
export const byAccount = (id: string, client?: unknown): Provenance => ({
  performed_by: { kind: 'account', id },
  on_behalf_of: null,
  via: CLIENTS.has(client) ? (client as Via) : 'api',
  run: null,
});

/** The same of a token. @param accountId whose personal token it is */
export const byToken = (
  { id, name, run = null }: Pick<ActingToken, 'id' | 'name' | 'run'>,
  accountId: string | null,
  client?: unknown,
): Provenance => ({
  ...byAccount(id, client),
  performed_by: { kind: 'token', id, name },
  on_behalf_of: accountId,
  run,
});
