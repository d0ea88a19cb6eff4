import { LoginRequest, Message, SignedIn } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { cookiesNamed, verifySessionToken } from '@burgee/session';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly sessions: SessionRepository,
    private readonly cookies: SignInCookies,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  @Post('login')
  @Endpoint({ summary: 'Sign in', policy: 'public', answers: SignedIn, refuses: ['invalid_credentials'] })
  async signIn(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    const user = await this.service.signIn(body, request, reply);
    return { name: user.name, email: user.email, message: 'Login successful' };
  }

  /** Always clears the cookie. Every live session of the request ends in all services before the response is sent. */
  @Post('logout')
  @Endpoint({ summary: 'Sign out', policy: 'public', answers: Message })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Message> {
    const { SESSION_COOKIE_NAME, SESSION_PUBLIC_KEY } = this.config;
    // All of them: another site of the domain may have set more than others verify. Headers are limited.
    for (const token of cookiesNamed(request.headers.cookie, SESSION_COOKIE_NAME)) {
      const claims = verifySessionToken(token, SESSION_PUBLIC_KEY);
      if (claims) await this.sessions.revokeBySecret(claims.sid);
    }
    this.cookies.clear(request, reply);
    return { message: 'Logged out' };
  }
}
