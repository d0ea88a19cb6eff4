import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT_ID = 'burgee';
export const CLIENT_SECRET = 'a secret of the tests';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface Key {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  jwk: object;
}

/** A code that waits to be exchanged. */
interface Grant {
  claims: JWTPayload;
  challenge: string | null;
  redirectUri: string | null;
}

/** What is wrong with an ID token, all else being right. */
export interface Wrong {
  claims?: JWTPayload;
  key?: Key;
  /** Put in place of the token. */
  token?: (good: string) => string;
}

const now = () => Math.floor(Date.now() / 1_000);

async function aKey(alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const kid = randomUUID();
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A provider that signs whatever a test wants signed, and checks codes as a real one does. */
export class TestIssuer {
  /** The next answer of the token endpoint. */
  wrong: Wrong = {};
  userInfo: object = {};
  /** Who signs in when a browser comes. */
  person: JWTPayload = {};
  /** What its metadata name as the issuer, in place of itself. */
  claimedIssuer: string | undefined;
  /** The ID tokens that it has given out. */
  readonly idTokens: string[] = [];
  private readonly grants = new Map<string, Grant>();

  readonly url: string;

  private constructor(
    private readonly server: Server,
    private key: Key,
  ) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      void this.answer(request, response);
    });
  }

  static async start(): Promise<TestIssuer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestIssuer(server, await aKey());
  }

  /** Settings of auth for this provider. */
  settings(id: number, changes: Record<string, string> = {}): Record<string, string> {
    const all = { ISSUER: this.url, CLIENT_ID, CLIENT_SECRET, NAME: `Provider ${id}`, ...changes };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [`OIDC_${id}_${name}`, value]));
  }

  /** What the browser brings back after the person signed in at this authorization address. */
  authorize(location: string, claims: JWTPayload): string {
    const { searchParams } = new URL(location);
    const code = randomUUID();
    this.grants.set(code, {
      claims: { nonce: searchParams.get('nonce'), ...claims },
      challenge: searchParams.get('code_challenge'),
      redirectUri: searchParams.get('redirect_uri'),
    });
    const query = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
    return `${new URL(searchParams.get('redirect_uri') ?? '').pathname}?${query}`;
  }

  async rotateKeys(): Promise<void> {
    this.key = await aKey();
  }

  anotherKey = (alg?: string): Promise<Key> => aKey(alg);

  sign(claims: JWTPayload, { privateKey, alg, kid }: Key = this.key, typ?: string): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg, kid, ...(typ && { typ }) }).sign(privateKey);
  }

  logoutToken(claims: JWTPayload, key?: Key, typ?: string): Promise<string> {
    const usual = { iss: this.url, aud: CLIENT_ID, iat: now(), jti: randomUUID(), events: { [LOGOUT_EVENT]: {} } };
    return this.sign({ ...usual, ...claims }, key, typ);
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/authorize?')) {
      const { origin } = new URL(new URL(request.url, this.url).searchParams.get('redirect_uri') ?? '');
      response.writeHead(302, { location: origin + this.authorize(this.url + request.url, this.person) }).end();
      return;
    }
    const [status, body] = await this.respond(request).catch(
      (error: Error) => [500, { error: error.message }] as const,
    );
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async respond(request: IncomingMessage): Promise<readonly [status: number, body: object]> {
    const { url } = this;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer: this.claimedIssuer ?? url,
            authorization_endpoint: `${url}/authorize`,
            token_endpoint: `${url}/token`,
            userinfo_endpoint: `${url}/userinfo`,
            jwks_uri: `${url}/jwks`,
            end_session_endpoint: `${url}/logout`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
            token_endpoint_auth_methods_supported: ['client_secret_post'],
          },
        ];
      case '/jwks':
        return [200, { keys: [this.key.jwk] }];
      case '/userinfo':
        return [200, { sub: request.headers.authorization?.split(' ')[1], ...this.userInfo }];
      case '/token':
        return this.exchange(new URLSearchParams(await text(request)));
      default:
        return [404, {}];
    }
  }

  private async exchange(form: URLSearchParams): Promise<readonly [status: number, body: object]> {
    if (form.get('client_secret') !== CLIENT_SECRET)
      return [401, { error: 'invalid_client', error_description: 'The secret is another.' }];
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood = grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri');
    if (!isGood) return [400, { error: 'invalid_grant' }];
    const usual = { iss: this.url, aud: CLIENT_ID, iat: now(), exp: now() + 300 };
    const { claims, key, token } = this.wrong;
    this.wrong = {};
    const good = await this.sign({ ...usual, ...grant.claims, ...claims }, key);
    this.idTokens.push(good);
    return [200, { access_token: grant.claims.sub, token_type: 'Bearer', id_token: token ? token(good) : good }];
  }
}
