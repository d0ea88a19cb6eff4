import { IdentitiesView, LocationView, Message, ProveAtProviderRequest } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { assertFreshProof, type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toIdentityView } from '../providers/to-identity-view.js';
import { LinkedIdentities } from './linked-identities.js';
import { SingleSignOnService } from './single-sign-on.service.js';

/** The providers of the signed-in account. */
@ApiTags('auth')
@Controller('api/auth')
export class IdentitiesController {
  constructor(
    private readonly service: SingleSignOnService,
    private readonly identities: LinkedIdentities,
  ) {}

  @Get('me/identities')
  @Endpoint({ summary: 'List your linked providers', policy: 'session', answers: IdentitiesView })
  async listIdentities(@User() { id }: CurrentUser): Promise<IdentitiesView> {
    const { hasPassword, identities } = await this.identities.methodsOf(id);
    return { has_password: hasPassword, identities: identities.map(toIdentityView) };
  }

  /** Not the last way to sign in. Other sessions that came from there end. */
  @Delete('me/identities/:id')
  @Endpoint({
    summary: 'Unlink a provider',
    policy: 'session',
    answers: Message,
    refuses: ['fresh_proof_required', 'last_sign_in_method'],
  })
  async unlinkIdentity(@User() user: CurrentUser, @Param('id', ResourceId) id: string): Promise<Message> {
    await this.identities.unlink(user, id);
    return { message: 'Provider unlinked' };
  }

  /** The browser goes to `location`, and comes back to the account page. */
  @Post('oidc/:id/link')
  @Endpoint({ summary: 'Link a provider', policy: 'session', answers: LocationView, refuses: ['fresh_proof_required'] })
  async linkProvider(
    @User() user: CurrentUser,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LocationView> {
    assertFreshProof(user);
    return { location: await this.service.beginFor(user, { id, purpose: 'link' }, request, reply) };
  }

  /** Instead of the password: the provider asks the person to sign in again, which counts for ten minutes. */
  @Post('oidc/:id/proof')
  @Endpoint({ summary: 'Prove at a provider that it is you', policy: 'session', answers: LocationView })
  async proveAtProvider(
    @User() user: CurrentUser,
    @Param('id') id: string,
    @Body() { back }: ProveAtProviderRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LocationView> {
    return { location: await this.service.beginFor(user, { id, purpose: 'prove', back }, request, reply) };
  }
}
