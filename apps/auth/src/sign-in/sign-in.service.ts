import type { LoginRequest } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { addressBlock } from '@burgee/process-kit';
import { newSessionSecret } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { NewMail } from '../persistence/mails.js';
import { type UserAccount, UserRepository } from '../persistence/user.repository.js';
import { SessionRepository, type SignInOrigin } from '../sessions/session.repository.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { type Refusal, SignInOutcomes } from './sign-in-outcomes.js';

const USER_AGENT_LENGTH = 300;

@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    private readonly cookies: SignInCookies,
    private readonly limits: SignInLimits,
    private readonly outcomes: SignInOutcomes,
  ) {}

  /**
   * Signs a user in by email and password. Clients cannot distinguish an unknown email from a wrong password.
   * @throws invalid_credentials, too_many_requests, unavailable
   */
  async signIn(body: LoginRequest, request: FastifyRequest, reply: FastifyReply): Promise<UserAccount> {
    const block = addressBlock(request.ip);
    const attempt = { email: body.email, block, device: await this.knownDevice(request, body.email) };
    const count = (reason: Refusal, user?: UserAccount) => this.outcomes.refused(reason, request.ip, user?.id ?? null);
    await this.limits.attempt(attempt).catch((error: unknown) => {
      if (error instanceof DomainError) count('too_many_attempts');
      throw error;
    });
    const user = await this.users.findByEmail(body.email);
    const { matches, rehashed } = await this.hasher.compare(body.password, user?.passwordHash, {
      queue: 'sign-in',
      address: request.ip,
    });
    // A disabled account answers as an unknown one, after the same work.
    if (!user || !matches || user.isDisabled) {
      count(refusalOf(user, matches), user);
      throw invalidCredentials();
    }
    if (!(await this.openSession(user, request, reply, { by: 'password', tells: true }))) {
      count('password_changed', user);
      throw invalidCredentials();
    }
    if (rehashed !== undefined) await this.users.rehash(user, rehashed);
    await this.limits.succeeded(attempt);
    this.outcomes.accepted();
    return user;
  }

  /**
   * Always opens a new session and never reuses a cookie of the request.
   * @param tells whether a sign-in from a new device is mailed
   * @returns false if the password has changed since the comparison. In that case no session opens.
   */
  async openSession(
    user: Pick<UserAccount, 'id' | 'name' | 'email' | 'passwordVersion'>,
    request: FastifyRequest,
    reply: FastifyReply,
    {
      manager,
      tells,
      ...origin
    }: Pick<SignInOrigin, 'by' | 'provider'> & { tells?: boolean; manager?: EntityManager } = {},
  ): Promise<boolean> {
    const secret = newSessionSecret();
    const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null;
    const mail = tells ? await this.newDeviceMail(user, request, userAgent) : undefined;
    const opened = await this.sessions.open(user, secret, { userAgent, address: request.ip, mail, ...origin }, manager);
    if (opened) this.cookies.set(request, reply, user, secret);
    return opened;
  }

  /** Undefined for a browser that has signed in to the account before, and for a program that keeps no cookies after its first. */
  private async newDeviceMail(
    { id, email }: Pick<UserAccount, 'id' | 'email'>,
    request: FastifyRequest,
    userAgent: string | null,
  ): Promise<NewMail | undefined> {
    if (this.cookies.deviceOf(request, email)) return undefined;
    if (!(await this.limits.isNewDevice(id, addressBlock(request.ip), userAgent))) return undefined;
    return { kind: 'new_device', userId: id, facts: { address: request.ip, user_agent: userAgent } };
  }

  /** The device of the request, if it has signed in with the current password. Only a genuine cookie costs a query. */
  private async knownDevice(request: FastifyRequest, email: string): Promise<string | null> {
    const device = this.cookies.deviceOf(request, email);
    if (!device) return null;
    const user = await this.users.findByEmail(email);
    return user?.passwordVersion === device.passwordVersion ? device.id : null;
  }
}

function refusalOf(user: UserAccount | undefined, matches: boolean): Refusal {
  if (!user) return 'unknown_email';
  return matches ? 'disabled' : 'wrong_password';
}

/** The same error for an unknown email, a wrong password, and a password that has changed since the comparison. */
function invalidCredentials(): DomainError {
  return new DomainError('invalid_credentials', 'Wrong email or password.');
}
