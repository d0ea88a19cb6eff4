import { LogoutTokenRequest, Message, SignInMethodsView, StartSignInQuery } from '@burgee/contracts/http';
import { addressBlock } from '@burgee/process-kit';
import { Endpoint, TAKES_FORM } from '@burgee/service-kit';
import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { ProviderLogout } from '../providers/provider-logout.js';
import { SingleSignOnService } from './single-sign-on.service.js';

const redirects = (description: string) => ({ status: 303, answers: { description } }) as const;

/** Sign-in by OpenID Connect. Browsers open the first two as pages. */
@ApiTags('auth')
@Controller('api/auth')
export class SingleSignOnController {
  constructor(
    private readonly service: SingleSignOnService,
    private readonly logout: ProviderLogout,
    private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'providers' | 'PASSWORD_SIGN_IN'>,
  ) {}

  @Get('providers')
  @Endpoint({ summary: 'List the ways to sign in', policy: 'public', answers: SignInMethodsView })
  listProviders(): SignInMethodsView {
    const { providers, PASSWORD_SIGN_IN } = this.config;
    return { password: PASSWORD_SIGN_IN === 'on', providers: providers.map(({ id, name }) => ({ id, name })) };
  }

  @Get('oidc/:id/start')
  @Endpoint({
    summary: 'Sign in with a provider',
    policy: 'public',
    ...redirects('To the provider, or to the sign-in page with a `problem`.'),
  })
  async startSignIn(
    @Param('id') id: string,
    @Query() { back }: StartSignInQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.service.begin(id, back, request, reply));
  }

  /** Providers send people back to it. Sets the cookie, as login does. */
  @Get('oidc/:id/callback')
  @Endpoint({
    summary: 'Return from a provider',
    policy: 'public',
    ...redirects('To the page that the person came from, or to one with a `problem`.'),
  })
  async finishSignIn(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    redirect(reply, await this.service.finish(id, request, reply));
  }

  /** OpenID Connect Back-Channel Logout 1.0: sessions that came from there have ended in all services when it answers. */
  @Post('oidc/:id/backchannel-logout')
  @TAKES_FORM
  @Endpoint({ summary: 'End sessions by a logout token', policy: 'public', answers: Message })
  async endByLogoutToken(
    @Param('id') id: string,
    @Body() { logout_token }: LogoutTokenRequest,
    @Req() request: FastifyRequest,
  ): Promise<Message> {
    const provider = this.service.provider(id);
    const block = addressBlock(request.ip);
    await this.limits.registration(block);
    await this.logout.endByToken(provider, logout_token);
    await this.limits.vouched(block);
    return { message: 'Sessions ended' };
  }
}

function redirect(reply: FastifyReply, location: string): void {
  void reply.status(303).header('location', location);
}
