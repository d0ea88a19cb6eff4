import { COOKIES_AT_MOST, cookiesNamed } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import type { Attempt } from '../providers/attempt.js';
import { Sealed } from '../providers/sealed.js';
import { SignInProblem } from './problems.js';

const NAME = 'burgee_oidc';
const MINUTES = 10;

/** What an administrator who tried a provider sees. */
export interface Tried {
  provider: string;
  sessionId: string;
  email: string | null;
  isVerified: boolean;
  groups: readonly string[] | null;
  /** Why it told nothing. */
  failure?: string;
}

/**
 * Keeps an attempt in a cookie of the browser that began it, so that no other can end it. `__Host-` keeps other sites of the
 * domain from setting one.
 */
@Injectable()
export class Attempts {
  constructor(
    private readonly sealed: Sealed,
    private readonly cookies: SignInCookies,
    private readonly sessions: SessionRepository,
  ) {}

  async keep(request: FastifyRequest, reply: FastifyReply, attempt: Attempt): Promise<void> {
    await this.set(request, reply, 'attempt', { ...attempt });
  }

  /** The attempt of this browser, which ends with this. */
  async take(request: FastifyRequest, reply: FastifyReply): Promise<Attempt | undefined> {
    const attempt = await this.read<Attempt>(request, 'attempt');
    void reply.setCookie(this.name(request), '', { ...this.cookies.options(request), maxAge: 0 });
    return attempt;
  }

  async keepTried(request: FastifyRequest, reply: FastifyReply, tried: Tried): Promise<void> {
    await this.set(request, reply, 'tried', { ...tried });
  }

  /** Of a try, whose page tells the administrator why. */
  async keepFailure(
    request: FastifyRequest,
    reply: FastifyReply,
    { purpose, provider, sessionId }: Attempt,
    failure: string,
  ): Promise<void> {
    if (purpose !== 'try' || sessionId === undefined) return;
    await this.keepTried(request, reply, {
      provider,
      sessionId,
      email: null,
      isVerified: false,
      groups: null,
      failure,
    });
  }

  tried(request: FastifyRequest): Promise<Tried | undefined> {
    return this.read<Tried>(request, 'tried');
  }

  /** The session that began it, live, in the same browser. @throws SignInProblem */
  async assertSession(
    { userId, sessionId }: Attempt,
    request: FastifyRequest,
  ): Promise<{ userId: string; sessionId: string }> {
    const isLive = sessionId !== undefined && (await this.sessions.isLive(sessionId, this.cookies.secretsOf(request)));
    if (!isLive || userId === undefined) throw new SignInProblem('session_ended');
    return { userId, sessionId };
  }

  private async set(request: FastifyRequest, reply: FastifyReply, audience: string, facts: object): Promise<void> {
    const sealed = await this.sealed.seal(audience, { ...facts }, `${MINUTES}m`);
    void reply.setCookie(this.name(request), sealed, { ...this.cookies.options(request), maxAge: MINUTES * 60 });
  }

  private async read<T>(request: FastifyRequest, audience: string): Promise<T | undefined> {
    const values = cookiesNamed(request.headers.cookie, this.name(request)).slice(0, COOKIES_AT_MOST);
    const opened = await Promise.all(values.map((value) => this.sealed.open<T>(audience, value)));
    return opened.find((one) => one !== undefined);
  }

  private name(request: FastifyRequest): string {
    return this.cookies.options(request).secure ? `__Host-${NAME}` : NAME;
  }
}
