import { createHash } from 'node:crypto';
import type { Flow } from '@burgee/admission';
import { addressNetworks } from '@burgee/process-kit';
import { tokenFromCookies, verifySessionToken } from '@burgee/session/token';
import { LRUCache } from 'lru-cache';

const TOKENS_AT_MOST = 10_000;
const REMEMBERED_MILLISECONDS = 60_000;
const NOBODY = '';

/** The part of a request that identifies its client. */
interface RequestHead {
  ip: string;
  headers: { cookie?: string | undefined };
}

/**
 * The flows of the dashboard's clients: the account in a signed session token, else the networks of the address. Flows
 * only order the queue and grant nothing: services check permissions.
 */
export class Flows {
  /** Accounts by token hash. Verifying a signature takes a fifth of a millisecond. */
  private readonly accounts = new LRUCache<string, string>({ max: TOKENS_AT_MOST, ttl: REMEMBERED_MILLISECONDS });

  constructor(
    private readonly publicKey: string,
    private readonly cookieName: string,
  ) {}

  of({ ip, headers }: RequestHead): Flow {
    const account = this.accountIn(headers);
    return account === NOBODY ? addressNetworks(ip) : [`account ${account}`];
  }

  /** Whether the request has a session token that auth signed. */
  isSignedIn({ headers }: Pick<RequestHead, 'headers'>): boolean {
    return this.accountIn(headers) !== NOBODY;
  }

  /** A service reported that this session has ended: its token has no account from now on. */
  ended({ headers }: Pick<RequestHead, 'headers'>): void {
    const token = this.tokenOf(headers.cookie);
    if (token !== null) this.accounts.set(hashOf(token), NOBODY);
  }

  private accountIn({ cookie }: RequestHead['headers']): string {
    const token = this.tokenOf(cookie);
    return token === null ? NOBODY : this.accountOf(token);
  }

  private tokenOf(cookies: string | undefined): string | null {
    try {
      return tokenFromCookies(cookies, {
        name: this.cookieName,
        isSigned: (token) => this.accountOf(token) !== NOBODY,
      });
    } catch {
      // The service refuses it, with the reason.
      return null;
    }
  }

  private accountOf(token: string): string {
    const hash = hashOf(token);
    const known = this.accounts.get(hash);
    if (known !== undefined) return known;
    const account = verifySessionToken(token, this.publicKey)?.sub ?? NOBODY;
    this.accounts.set(hash, account);
    return account;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
