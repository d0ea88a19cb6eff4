import { eventually, queryDatabase, type ServiceResponse, TestClient, unique } from '@burgee/testing';
import { expect } from '@jest/globals';
import type { JWTPayload } from 'jose';
import type { TestIssuer } from './test-issuer.js';

/** The domain that the first provider of these tests is trusted for. */
export const DOMAIN = 'trusted.example';
export const PUBLIC_URL = 'https://flags.example.com';

export interface Person extends JWTPayload {
  sub: string;
  email: string;
}

export function aPerson(changes: JWTPayload = {}): Person {
  const sub = unique('sub');
  return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Ada', groups: [], ...changes };
}

/** A person of the trusted domain. */
export const aTrustedPerson = (changes: JWTPayload = {}): Person => {
  const sub = unique('sub');
  return aPerson({ sub, email: `${sub}@${DOMAIN}`, ...changes });
};

/** Follows the way to a provider and back. */
export class Way {
  constructor(
    readonly base: string,
    readonly issuer: TestIssuer,
    readonly id = '1',
    readonly client = new TestClient(base),
  ) {}

  async begin(back?: string): Promise<string> {
    const query = back === undefined ? '' : `?${new URLSearchParams({ back })}`;
    return locationOf(await this.client.get(`/api/auth/oidc/${this.id}/start${query}`));
  }

  /** @returns the page that the browser is sent to */
  async signIn(person: Person, back?: string): Promise<string> {
    return this.return(await this.begin(back), person);
  }

  /** @param location at the provider */
  async return(location: string, person: Person): Promise<string> {
    return locationOf(await this.client.get(this.issuer.authorize(location, person)));
  }

  async post(what: 'link' | 'proof', body?: object): Promise<ServiceResponse> {
    return this.client.post(`/api/auth/oidc/${this.id}/${what}`, body);
  }

  me = (): Promise<ServiceResponse> => this.client.get('/api/auth/me');
}

export function locationOf({ status, headers, text }: ServiceResponse): string {
  if (status !== 303) throw new Error(`answered ${status}: ${text}`);
  return headers.location ?? '';
}

export async function expectNobody({ client }: Way): Promise<void> {
  expect(client.cookies.has('token')).toBe(false);
  expect((await client.get('/api/auth/me')).status).toBe(401);
}

export const problemOf = (location: string) => new URL(location, PUBLIC_URL).searchParams.get('problem');

/** Waits until the history of the instance has these entries of the account. */
export async function expectEntries(userId: string, ...expected: [action: string, values: object][]): Promise<void> {
  await eventually(async () => {
    const entries = await queryDatabase(
      `select action, content::json -> 'new_values' as values from audit.entries
       where user_id = $1 or content::json -> 'new_values' ->> 'user_id' = $1::text`,
      [userId],
    );
    for (const [action, values] of expected)
      expect(entries).toContainEqual({ action, values: expect.objectContaining(values) });
  });
}
