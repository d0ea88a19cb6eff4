import { DomainError } from '@burgee/contracts/wire';
import { addressBlock } from '@burgee/process-kit';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SignInOutcomes } from '../sign-in/sign-in-outcomes.js';
import type { Attempt, Purpose } from '../providers/attempt.js';
import { Attempts } from './attempts.js';
import { CompleteAttempt, TRIED_PAGE } from './complete-attempt.js';
import { type Problem, SignInProblem } from './problems.js';
import { AccessDenied, ProviderClient, ProviderFailure, ProviderUnavailable } from '../providers/provider-client.js';
import type { Provider } from '../provider-settings.js';
import { safePath } from './safe-path.js';

const PAGES: Record<Purpose, string> = {
  'sign-in': '/sign-in',
  link: '/account',
  prove: '/account',
  try: TRIED_PAGE,
};

/** The way to a provider and back. */
@Injectable()
export class SingleSignOnService {
  constructor(
    private readonly client: ProviderClient,
    private readonly attempts: Attempts,
    private readonly completion: CompleteAttempt,
    private readonly limits: SignInLimits,
    private readonly outcomes: SignInOutcomes,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'providers' | 'PUBLIC_URL'>,
  ) {}

  /** @throws not_found */
  provider(id: string): Provider {
    const provider = this.config.providers.find((one) => one.id === id);
    if (!provider) throw notFound();
    return provider;
  }

  /** @returns the address at the provider, or the page that says why there is none */
  async begin(
    id: string,
    { back, invitation }: { back?: string | undefined; invitation?: string | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const provider = this.provider(id);
    const attempt = { ...newAttempt(provider, 'sign-in', safePath(back)), invitation };
    try {
      await this.limits.registration(addressBlock(request.ip));
      return await this.lead(provider, attempt, request, reply);
    } catch (error) {
      if (error instanceof ProviderFailure) this.outcomes.providerFailed(id, error);
      return this.problemPage(attempt, error);
    }
  }

  /** For the account that is signed in. @throws unavailable, too_many_requests */
  async beginFor(
    { id: userId, sessionId }: CurrentUser,
    { id, purpose, back }: { id: string; purpose: Purpose; back?: string | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const provider = this.provider(id);
    await this.limits.registration(addressBlock(request.ip));
    const attempt = { ...newAttempt(provider, purpose, safePath(back)), userId, sessionId };
    return this.lead(provider, attempt, request, reply).catch((error: unknown) => {
      throw providerDown(provider, error, purpose);
    });
  }

  /** @returns the page that follows */
  async finish(id: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const provider = this.provider(id);
    const block = addressBlock(request.ip);
    const attempt = await this.attempts.take(request, reply);
    const own = attempt?.provider === id ? attempt : newAttempt(provider, 'sign-in', '/');
    try {
      if (attempt !== own) throw new SignInProblem('attempt_unknown');
      const [, query = ''] = request.url.split('?', 2);
      const returned = new URL(`${this.redirectUri(id)}?${query}`);
      // A browser can send one attempt again and again, and the provider is asked each time.
      await this.limits.exchange(block);
      const answer = await this.client.exchange(provider, attempt, returned);
      const page = await this.completion.complete(provider, attempt, answer, { request, reply });
      await this.limits.exchanged(block);
      await this.limits.vouched(block);
      return page;
    } catch (error) {
      const page = this.problemPage(own, error);
      this.outcomes.refusedByProvider(problemOf(error), request.ip, error);
      // Each costs the provider a request, and this service a hash of nothing.
      await this.limits.registration(block).catch(() => undefined);
      if (error instanceof ProviderFailure) await this.attempts.keepFailure(request, reply, own, error.message);
      return page;
    }
  }

  redirectUri(id: string): string {
    return `${this.config.PUBLIC_URL}/api/auth/oidc/${id}/callback`;
  }

  private async lead(
    provider: Provider,
    attempt: Attempt,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const url = await this.client.authorizationUrl(provider, attempt, this.redirectUri(provider.id));
    await this.attempts.keep(request, reply, attempt);
    return url;
  }

  private problemPage({ purpose, back, provider }: Attempt, error: unknown): string {
    const search = new URLSearchParams({ problem: problemOf(error), provider });
    if (purpose === 'sign-in' && back !== '/') search.set('back', back);
    return `${PAGES[purpose]}?${search}`;
  }
}

function newAttempt({ id }: Provider, purpose: Purpose, back: string): Attempt {
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  return { provider: id, purpose, state, nonce, verifier, back };
}

function problemOf(error: unknown): Problem {
  if (error instanceof SignInProblem) return error.problem;
  if (error instanceof ProviderUnavailable) return 'provider_unavailable';
  if (error instanceof AccessDenied) return 'denied';
  if (error instanceof DomainError) return error.code === 'too_many_requests' ? 'too_many_requests' : 'unavailable';
  return 'answer_refused';
}

/** Only administrators, who try a provider, see the cause. */
function providerDown({ name }: Provider, error: unknown, purpose: Purpose): DomainError {
  const cause = purpose === 'try' && error instanceof ProviderFailure ? ` (${error.message})` : '';
  return new DomainError('unavailable', `${name} does not answer${cause}. Try again in a moment.`, {
    cause: error,
    retryAfterSeconds: 5,
  });
}
