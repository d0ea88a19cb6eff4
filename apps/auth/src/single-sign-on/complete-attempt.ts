import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from '../provider-settings.js';
import type { Attempt } from '../providers/attempt.js';
import type { Answer } from '../providers/provider-client.js';
import { Attempts } from './attempts.js';
import { EnterByProvider } from './enter-by-provider.js';
import { LinkedIdentities } from './linked-identities.js';

/** Where administrators see what a provider told. */
export const TRIED_PAGE = '/administration/providers';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Does what an attempt was for, with an answer that has been verified. */
@Injectable()
export class CompleteAttempt {
  constructor(
    private readonly attempts: Attempts,
    private readonly entry: EnterByProvider,
    private readonly identities: LinkedIdentities,
  ) {}

  /** @returns the page that follows @throws SignInProblem, unavailable */
  async complete(provider: Provider, attempt: Attempt, answer: Answer, { request, reply }: Exchange): Promise<string> {
    const { purpose, back, invitation } = attempt;
    if (purpose === 'sign-in') {
      const { tookOver } = await this.entry.enter(provider, { ...answer, invitation }, request, reply);
      return tookOver ? '/account?sso=taken-over' : back;
    }
    const { person } = answer;
    const { userId, sessionId } = await this.attempts.assertSession(attempt, request);
    if (purpose === 'link') {
      await this.identities.link(userId, sessionId, person);
      return '/account?sso=linked';
    }
    if (purpose === 'prove') {
      await this.identities.prove(userId, sessionId, person);
      return back;
    }
    const { email = null, isVerified, groups = null } = person;
    await this.attempts.keepTried(request, reply, { provider: provider.id, sessionId, email, isVerified, groups });
    return TRIED_PAGE;
  }
}
