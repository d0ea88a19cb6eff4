import { DomainError, type LoginRequest } from '@burgee/contracts';
import { newSessionSecret } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInCookies } from '../cookies/sign-in-cookies.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionRepository } from '../persistence/session.repository.js';
import type { UserEntity } from '../persistence/user.entity.js';
import { UserRepository } from '../persistence/user.repository.js';

const USER_AGENT_LENGTH = 300;

@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    private readonly cookies: SignInCookies,
  ) {}

  /** The user behind an email and a password. An unknown email and a wrong password cannot be told apart. */
  async identify({ email, password }: LoginRequest): Promise<UserEntity> {
    const user = await this.users.findByEmail(email);
    const matches = await this.hasher.matches(password, user?.passwordHash);
    if (!user || !matches) throw new DomainError('invalid_credentials', 'No account has this email and this password.');
    return user;
  }

  /** A new session each time; whatever cookie came with the request is not adopted. */
  async openSession(user: { id: string; email: string }, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secret = newSessionSecret();
    const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null;
    await this.sessions.open(user.id, secret, userAgent);
    this.cookies.set(request, reply, user, secret);
  }
}
