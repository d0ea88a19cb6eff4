import { ChangePasswordRequest, Message, ProofRequest } from '@burgee/contracts/http';
import { addressBlock } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { assertPasswordSignIn } from './password-sign-in.js';
import { ChangePasswordService } from './change-password.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class PasswordsController {
  constructor(
    private readonly passwords: ChangePasswordService,
    private readonly limits: SignInLimits,
    private readonly cookies: SignInCookies,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'PASSWORD_SIGN_IN'>,
  ) {}

  /** Keeps the present session and device, ends all other sessions of the user, and forgets all other devices. */
  @Post('password')
  @Endpoint({ summary: 'Change your password', policy: 'session', answers: Message, refuses: ['common_password'] })
  async changePassword(
    @User() user: CurrentUser,
    @Body() body: ChangePasswordRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Message> {
    const attempt = { email: user.email, block: addressBlock(request.ip), device: user.sessionId };
    await this.limits.attempt(attempt);
    const passwordVersion = await this.passwords.change(user, body, request.ip);
    await this.limits.succeeded(attempt);
    this.cookies.setDevice(request, reply, { email: user.email, passwordVersion });
    return { message: 'Password changed' };
  }

  /** For what a session that was stolen must not do: the proof counts for ten minutes. */
  @Post('proof')
  @Endpoint({
    summary: 'Give your password again',
    policy: 'session',
    answers: Message,
    refuses: ['password_sign_in_off'],
  })
  async prove(
    @User() user: CurrentUser,
    @Body() { password }: ProofRequest,
    @Req() request: FastifyRequest,
  ): Promise<Message> {
    assertPasswordSignIn(this.config);
    const attempt = { email: user.email, block: addressBlock(request.ip), device: user.sessionId };
    await this.limits.attempt(attempt);
    await this.passwords.prove(user, password, request.ip);
    await this.limits.succeeded(attempt);
    return { message: 'Password confirmed' };
  }
}
