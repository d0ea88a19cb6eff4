import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { Attempt } from './attempt.js';
import { describeFailure } from './describe-failure.js';
import type { Provider } from '../provider-settings.js';
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.js';
import { needsUserInfo, type Person, readClaims } from './read-claims.js';

/** Clocks may differ by this. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** Less than the api-gateway waits. */
const ALL_WITHIN_MILLISECONDS = 8_000;
const METADATA_GOOD_FOR_MILLISECONDS = 60_000;
const LOGOUT_TOKEN_GOOD_FOR_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Back-Channel Logout 1.0 only recommends the first, so some providers name no type. */
const LOGOUT_TYPES: ReadonlySet<string | undefined> = new Set(['logout+jwt', 'jwt', undefined]);

/** Its message is the cause, without secrets. */
export class ProviderFailure extends Error {}
/** The provider does not answer, or not as one. */
export class ProviderUnavailable extends ProviderFailure {}
/** What came back from the provider cannot be trusted. */
export class AnswerRefused extends ProviderFailure {}
/** The provider, or its person, said no. */
export class AccessDenied extends ProviderFailure {}

export interface Answer {
  person: Person;
  idToken: string;
}

/** Whose sessions a provider has ended. */
export interface EndedAtProvider {
  issuer: string;
  subject: string | undefined;
  sid: string | undefined;
  jti: string;
  expiresAt: Date;
}

const UNREACHABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function toFailure(error: unknown): ProviderFailure {
  const cause = describeFailure(error);
  if (error instanceof oidc.AuthorizationResponseError) {
    const isBusy = ['temporarily_unavailable', 'server_error'].includes(error.error);
    return isBusy ? new ProviderUnavailable(cause) : new AccessDenied(cause, { cause: error });
  }
  const code = (error as { code?: unknown }).code;
  if (error instanceof oidc.ResponseBodyError && error.status >= 500) return new ProviderUnavailable(cause);
  const isDown = (error instanceof TypeError && error.message === 'fetch failed') || UNREACHABLE.has(String(code));
  const Failure = isDown ? ProviderUnavailable : AnswerRefused;
  return new Failure(cause, { cause: error });
}

type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** All requests of one answer end in time together. Redirects are never followed. */
function fetchWithin(milliseconds: number): Fetch {
  const end = AbortSignal.timeout(milliseconds);
  return (url, options) =>
    fetch(url, {
      ...options,
      redirect: 'manual',
      signal: options.signal ? AbortSignal.any([options.signal, end]) : end,
    });
}

/** The OpenID Connect of a provider. */
@Injectable()
export class ProviderClient {
  private readonly metadata = new Map<string, { server: oidc.ServerMetadata; readAt: number }>();

  /**
   * Asks the provider each time, so that a browser is not sent to one that is down.
   * @param redirectUri where the provider sends the person back @throws ProviderUnavailable, AnswerRefused
   */
  async authorizationUrl(provider: Provider, attempt: Attempt, redirectUri: string): Promise<string> {
    this.metadata.delete(provider.id);
    const config = await this.configure(provider);
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: provider.scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(attempt.purpose === 'prove' && { prompt: 'login', max_age: '0' }),
    });
    return url.href;
  }

  /**
   * Takes what the provider sent by the browser. The keys are read each time, so that a rotation needs no wait.
   * @throws ProviderUnavailable, AnswerRefused, AccessDenied
   */
  async exchange(provider: Provider, attempt: Attempt, returned: URL): Promise<Answer> {
    const config = await this.configure(provider);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, returned, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
        ...(attempt.purpose === 'prove' && { maxAge: 0 }),
      });
      const claims = tokens.claims();
      if (!claims || !tokens.id_token) throw new AnswerRefused('no ID token');
      const isUserInfoNeeded =
        needsUserInfo(claims, provider.groupsClaim) && config.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = isUserInfoNeeded ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return { person: readClaims(claims, { ...userInfo }, provider.groupsClaim), idToken: tokens.id_token };
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** Undefined for a provider that ends no sessions by this. @throws ProviderUnavailable, AnswerRefused */
  async logoutUrl(provider: Provider, idToken: string | undefined, back: string): Promise<string | undefined> {
    const config = await this.configure(provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const url = oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: back,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    });
    return url.href;
  }

  /** By OpenID Connect Back-Channel Logout 1.0, 2.6. @throws ProviderUnavailable, AnswerRefused */
  async verifyLogoutToken(provider: Provider, token: string): Promise<EndedAtProvider> {
    const { issuer, jwks_uri } = (await this.configure(provider)).serverMetadata();
    if (!jwks_uri) throw new AnswerRefused('the provider publishes no keys');
    const keys = createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: fetchWithin(ALL_WITHIN_MILLISECONDS) as never });
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: provider.clientId,
      algorithms: SIGNATURE_ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LOGOUT_TOKEN_GOOD_FOR_SECONDS,
      requiredClaims: ['iat', 'jti', 'events'],
    }).catch((error: { code?: string; message: string }) => {
      const isDown =
        error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC' || error.message === 'fetch failed';
      throw isDown ? new ProviderUnavailable(error.message) : new AnswerRefused(error.message);
    });
    const { sub, sid, jti, events } = payload;
    const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
    const subject = typeof sub === 'string' ? sub : undefined;
    const session = typeof sid === 'string' ? sid : undefined;
    if (
      !LOGOUT_TYPES.has(protectedHeader.typ?.toLowerCase()) ||
      !isLogout ||
      'nonce' in payload ||
      !jti ||
      (subject === undefined && session === undefined)
    )
      throw new AnswerRefused('not a logout token');
    const expiresAt = new Date(Date.now() + 2 * (LOGOUT_TOKEN_GOOD_FOR_SECONDS + CLOCK_TOLERANCE_SECONDS) * 1_000);
    return { issuer, subject, sid: session, jti, expiresAt };
  }

  /** @returns why it does not answer now, as this provider. Undefined if it does */
  async check(provider: Provider): Promise<string | undefined> {
    this.metadata.delete(provider.id);
    return this.configure(provider).then(
      () => undefined,
      (error: Error) => error.message,
    );
  }

  /** Each configuration reads the keys again; the metadata may be a minute old. */
  private async configure(provider: Provider): Promise<oidc.Configuration> {
    const fetching = fetchWithin(ALL_WITHIN_MILLISECONDS);
    const isPlain = provider.issuer.startsWith('http:');
    const server = await this.discover(provider, fetching, isPlain);
    const { clientId, clientSecret } = provider;
    const methods = server.token_endpoint_auth_methods_supported;
    const by = methods?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    const config = new oidc.Configuration(
      server,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      by(clientSecret),
    );
    config[oidc.customFetch] = fetching as never;
    if (isPlain) oidc.allowInsecureRequests(config);
    // Also where TLS alone would do: a provider's proxy is not the provider.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }

  private async discover(provider: Provider, fetching: Fetch, isPlain: boolean): Promise<oidc.ServerMetadata> {
    const known = this.metadata.get(provider.id);
    if (known && Date.now() - known.readAt < METADATA_GOOD_FOR_MILLISECONDS) return known.server;
    try {
      const config = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
        [oidc.customFetch]: fetching as never,
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      });
      const server = config.serverMetadata();
      this.metadata.set(provider.id, { server, readAt: Date.now() });
      return server;
    } catch (error) {
      throw toFailure(error);
    }
  }
}
