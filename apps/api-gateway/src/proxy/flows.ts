import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Flow } from '@burgee/admission';
import { apiTokenIn } from '@burgee/contracts/wire';
import { addressNetworks } from '@burgee/process-kit';
import { readApiToken, tokenFromCookies, verifySessionToken } from '@burgee/session/token';
import { LRUCache } from 'lru-cache';

const TOKENS_AT_MOST = 10_000;
const REMEMBERED_MILLISECONDS = 60_000;
const NOBODY = '';

/** The part of a request that identifies its client. */
interface RequestHead {
  ip: string;
  headers: { cookie?: string | undefined; authorization?: string | undefined };
}

/**
 * The flows of the dashboard's clients: the API token, else the account in a signed session token, else the networks of
 * the address. Flows only order the queue and grant nothing: services check permissions.
 */
export class Flows {
  /** Callers by hash of token. Verifying a signature takes a fifth of a millisecond. */
  private readonly callers = new LRUCache<string, string>({ max: TOKENS_AT_MOST, ttl: REMEMBERED_MILLISECONDS });
  private readonly publicKey: KeyObject;

  constructor(
    publicKey: string,
    private readonly cookieName: string,
  ) {
    this.publicKey = createPublicKey(publicKey);
  }

  of({ ip, headers }: RequestHead): Flow {
    const caller = this.callerIn(headers);
    return caller === NOBODY ? addressNetworks(ip) : [caller];
  }

  /** Whether the request has a token that auth signed. */
  isSignedIn({ headers }: Pick<RequestHead, 'headers'>): boolean {
    return this.callerIn(headers) !== NOBODY;
  }

  /** A service reported that this session or API token has ended: it has no caller from now on. */
  ended({ headers }: Pick<RequestHead, 'headers'>): void {
    const token = this.tokenIn(headers);
    if (token !== null) this.callers.set(hashOf(token), NOBODY);
  }

  private callerIn(headers: RequestHead['headers']): string {
    const token = this.tokenIn(headers);
    return token === null ? NOBODY : this.callerOf(token);
  }

  private tokenIn(headers: RequestHead['headers']): string | null {
    const apiToken = apiTokenIn(headers);
    if (apiToken !== undefined) return apiToken;
    try {
      return tokenFromCookies(headers.cookie, {
        name: this.cookieName,
        isSigned: (token) => this.callerOf(token) !== NOBODY,
      });
    } catch {
      // The service refuses it, with the reason.
      return null;
    }
  }

  private callerOf(token: string): string {
    const hash = hashOf(token);
    const known = this.callers.get(hash);
    if (known !== undefined) return known;
    const caller = this.verified(token) ?? NOBODY;
    this.callers.set(hash, caller);
    return caller;
  }

  private verified(token: string): string | undefined {
    const apiToken = readApiToken(token, this.publicKey);
    if (apiToken) return `token ${apiToken.id}`;
    const session = verifySessionToken(token, this.publicKey);
    return session ? `account ${session.sub}` : undefined;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
