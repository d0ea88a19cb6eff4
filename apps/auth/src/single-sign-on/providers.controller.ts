import { LocationView, ProvidersView } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthConfig, CONFIG } from '../config.js';
import { Attempts } from './attempts.js';
import { ProviderClient } from '../providers/provider-client.js';
import { SingleSignOnService } from './single-sign-on.service.js';

const policy = 'administrator';

/** The providers as the operator configured them, for administrators. */
@ApiTags('administration')
@Controller('api/administration/providers')
export class ProvidersController {
  constructor(
    private readonly service: SingleSignOnService,
    private readonly attempts: Attempts,
    private readonly client: ProviderClient,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'providers' | 'PASSWORD_SIGN_IN' | 'PUBLIC_URL'>,
  ) {}

  /** Asks each whether it answers. With what the last try of this session told, for ten minutes. */
  @Get()
  @Endpoint({ summary: 'List providers', policy, answers: ProvidersView })
  async listConfiguredProviders(@User() user: CurrentUser, @Req() request: FastifyRequest): Promise<ProvidersView> {
    const { providers, PASSWORD_SIGN_IN, PUBLIC_URL = '' } = this.config;
    const tried = await this.attempts.tried(request);
    const own = tried?.sessionId === user.sessionId ? tried : undefined;
    return {
      password: PASSWORD_SIGN_IN === 'on',
      providers: await Promise.all(
        providers.map(async (one) => {
          const failure = await this.client.check(one);
          const last = own?.provider === one.id ? own : undefined;
          return {
            id: one.id,
            name: one.name,
            issuer: one.issuer,
            client_id: one.clientId,
            domains: [...one.domains],
            groups_claim: one.groupsClaim,
            redirect_uri: this.service.redirectUri(one.id),
            logout_uri: `${PUBLIC_URL}/api/auth/oidc/${one.id}/backchannel-logout`,
            answers: failure === undefined,
            failure: failure ?? last?.failure ?? null,
            tried:
              last && last.failure === undefined
                ? { email: last.email, is_verified: last.isVerified, groups: last.groups && [...last.groups] }
                : null,
          };
        }),
      ),
    };
  }

  /** The browser goes to `location`, and comes back to Administration. Opens no session, and stores nothing. */
  @Post(':id/try')
  @Endpoint({ summary: 'Try a provider', policy, answers: LocationView })
  async tryProvider(
    @User() user: CurrentUser,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LocationView> {
    return { location: await this.service.beginFor(user, { id, purpose: 'try' }, request, reply) };
  }
}
