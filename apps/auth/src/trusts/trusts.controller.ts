import { CreateTrustRequest, ExchangedToken, Message, TokenExchangeRequest, TrustView } from '@burgee/contracts/http';
import { Endpoint, ResourceId, TAKES_FORM } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ExchangeService } from './exchange.service.js';
import { TrustRepository } from './trust.repository.js';
import { TrustsService } from './trusts.service.js';

/** What lets jobs of CI act without a stored secret. */
@ApiTags('tokens')
@Controller('api')
export class TrustsController {
  constructor(
    private readonly trusts: TrustRepository,
    private readonly service: TrustsService,
    private readonly exchanges: ExchangeService,
  ) {}

  @Get('projects/:id/trusts')
  @Endpoint({ summary: "List a project's trusts of CI jobs", policy: 'owner', answers: [TrustView] })
  listTrusts(@Param('id', ResourceId) projectId: string): Promise<TrustView[]> {
    return this.trusts.list(projectId);
  }

  /** Its jobs exchange the token of their CI service for one of this project. */
  @Post('projects/:id/trusts')
  @Endpoint({
    summary: 'Trust jobs of a CI service',
    policy: 'owner',
    status: 201,
    answers: TrustView,
    refuses: ['fresh_proof_required', 'quota_exceeded'],
  })
  createTrust(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Body() request: CreateTrustRequest,
  ): Promise<TrustView> {
    return this.service.create(user, projectId, request);
  }

  /** Revokes the tokens of its jobs. */
  @Delete('projects/:id/trusts/:trustId')
  @Endpoint({ summary: 'Delete a trust', policy: 'owner', answers: Message })
  async deleteTrust(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Param('trustId', ResourceId) id: string,
  ): Promise<Message> {
    await this.service.delete(user, projectId, id);
    return { message: 'Trust deleted' };
  }

  /** RFC 8693. Each token of a job is taken once. */
  @Post('auth/token-exchange')
  @Endpoint({
    summary: 'Exchange the token of a CI job for an API token',
    policy: 'public',
    takes: [TAKES_FORM],
    answers: ExchangedToken,
    refuses: ['job_token_refused'],
  })
  exchangeToken(@Body() request: TokenExchangeRequest, @Req() { ip }: FastifyRequest): Promise<ExchangedToken> {
    return this.exchanges.exchange(request, ip);
  }
}
