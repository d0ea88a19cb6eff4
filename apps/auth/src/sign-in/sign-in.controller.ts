import { CurrentUserView, LoginRequest, Message, SignedIn } from '@burgee/contracts/http';
import { Public, Refuses, RequirePolicy } from '@burgee/service-kit';
import { type CurrentUser, tokenFromCookies, User, verifySessionToken } from '@burgee/session';
import { Body, Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('auth')
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionRepository,
    private readonly cookies: SignInCookies,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  @Post('login')
  @ApiOperation({ operationId: 'signIn', summary: 'Sign in' })
  @Refuses('invalid_credentials')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: SignedIn })
  async login(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    const user = await this.signIn.signIn(body, request, reply);
    return { name: user.name, email: user.email, message: 'Login successful' };
  }

  /** Always clears the cookie; a live session ends in every service before the answer leaves. */
  @Post('logout')
  @ApiOperation({ operationId: 'signOut', summary: 'Sign out' })
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: Message })
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Message> {
    const token = tokenFromCookies(request.headers.cookie);
    const claims = token ? verifySessionToken(token, this.config.SESSION_PUBLIC_KEY) : null;
    if (claims) await this.sessions.revokeBySecret(claims.sid);
    this.cookies.clear(request, reply);
    return { message: 'Logged out' };
  }

  @Get('me')
  @ApiOperation({ operationId: 'getCurrentUser', summary: 'Show who is signed in' })
  @RequirePolicy('session')
  @ApiOkResponse({ type: CurrentUserView })
  me(@User() { id, name, email }: CurrentUser): CurrentUserView {
    return { id, name, email, ...(this.config.INSTANCE_OWNERS?.includes(id) && { is_instance_owner: true }) };
  }
}
