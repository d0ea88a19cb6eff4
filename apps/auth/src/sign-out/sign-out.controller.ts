import { Message } from '@burgee/contracts';
import { Public } from '@burgee/service-kit';
import { type SessionClaims, tokenFromCookies, verifySessionToken } from '@burgee/session';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInCookies } from '../cookies/sign-in-cookies.js';
import { SessionRepository } from '../persistence/session.repository.js';

@ApiTags('auth')
@Controller('api/auth/logout')
export class SignOutController {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly cookies: SignInCookies,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** Always clears the cookie; a session that still holds ends on every service before the answer leaves. */
  @Post()
  @ApiOperation({ summary: 'Sign out' })
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: Message })
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Message> {
    const claims = this.claimsOf(request);
    if (claims) await this.sessions.revokeBySecret(claims.sid);
    this.cookies.clear(request, reply);
    return { message: 'Logged out' };
  }

  private claimsOf(request: FastifyRequest): SessionClaims | null {
    const token = tokenFromCookies(request.headers.cookie);
    return token ? verifySessionToken(token, this.config.SESSION_PUBLIC_KEY) : null;
  }
}
