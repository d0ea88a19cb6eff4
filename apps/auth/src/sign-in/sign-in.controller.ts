import { LoginRequest, SignedIn, SignedOut } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { ProviderLogout } from '../providers/provider-logout.js';
import { assertPasswordSignIn } from '../passwords/password-sign-in.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly service: SignInService,
    private readonly sessions: SessionRepository,
    private readonly cookies: SignInCookies,
    private readonly providers: ProviderLogout,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'PASSWORD_SIGN_IN'>,
  ) {}

  @Post('login')
  @Endpoint({
    summary: 'Sign in',
    policy: 'public',
    answers: SignedIn,
    refuses: ['invalid_credentials', 'password_sign_in_off'],
  })
  async signIn(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    assertPasswordSignIn(this.config);
    const user = await this.service.signIn(body, request, reply);
    return { name: user.name, email: user.email, message: 'Login successful' };
  }

  /**
   * Always clears the cookie. Every live session of the request ends in all services before the response is sent. One that
   * came from a provider may go on there: `location` is where the browser ends it.
   */
  @Post('logout')
  @Endpoint({ summary: 'Sign out', policy: 'public', answers: SignedOut })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignedOut> {
    let location: string | undefined;
    for (const secret of this.cookies.secretsOf(request)) {
      const ended = await this.sessions.revokeBySecret(secret);
      if (ended) location = await this.providers.addressAfter(ended);
    }
    this.cookies.clear(request, reply);
    return { message: 'Logged out', ...(location !== undefined && { location }) };
  }
}
