import {
  CreateProjectTokenRequest,
  CreateTokenRequest,
  Message,
  NewTokenView,
  ProjectTokenView,
  TokenView,
} from '@burgee/contracts/http';
import type { ErrorCode } from '@burgee/contracts/wire';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TokenRepository } from './token.repository.js';
import { TokensService } from './tokens.service.js';

const MAKING: readonly ErrorCode[] = ['fresh_proof_required', 'quota_exceeded'];
const REVOKED = { message: 'Token revoked' };

/** For sessions alone: no token makes, lists or revokes tokens. */
@ApiTags('tokens')
@Controller('api')
export class TokensController {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly service: TokensService,
  ) {}

  @Get('tokens')
  @Endpoint({ summary: 'List your API tokens', policy: 'session', answers: [TokenView] })
  listTokens(@User() { id }: CurrentUser): Promise<TokenView[]> {
    return this.tokens.list({ userId: id });
  }

  /** It never may more than your account, and ends with it. */
  @Post('tokens')
  @Endpoint({
    summary: 'Make an API token for yourself',
    policy: 'session',
    status: 201,
    answers: NewTokenView,
    refuses: MAKING,
  })
  createToken(@User() user: CurrentUser, @Body() request: CreateTokenRequest): Promise<NewTokenView> {
    return this.service.create(user, { userId: user.id }, request);
  }

  @Delete('tokens/:tokenId')
  @Endpoint({ summary: 'Revoke one of your API tokens', policy: 'session', answers: Message })
  async revokeToken(@User() user: CurrentUser, @Param('tokenId', ResourceId) id: string): Promise<Message> {
    await this.service.revoke(user, { userId: user.id }, id);
    return REVOKED;
  }

  /** Those of the project, and those of the installation that an owner may admit. */
  @Get('projects/:id/tokens')
  @Endpoint({ summary: "List a project's API tokens", policy: 'owner', answers: [ProjectTokenView] })
  listProjectTokens(@Param('id', ResourceId) projectId: string): Promise<ProjectTokenView[]> {
    return this.tokens.listForProject(projectId);
  }

  /** It acts as itself, in this project alone. */
  @Post('projects/:id/tokens')
  @Endpoint({
    summary: 'Make an API token for a project',
    policy: 'owner',
    status: 201,
    answers: NewTokenView,
    refuses: MAKING,
  })
  createProjectToken(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Body() request: CreateProjectTokenRequest,
  ): Promise<NewTokenView> {
    return this.service.create(user, { projectId }, request);
  }

  @Delete('projects/:id/tokens/:tokenId')
  @Endpoint({ summary: "Revoke a project's API token", policy: 'owner', answers: Message })
  async revokeProjectToken(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Param('tokenId', ResourceId) id: string,
  ): Promise<Message> {
    await this.service.revoke(user, { projectId }, id);
    return REVOKED;
  }

  @Get('administration/tokens')
  @Endpoint({ summary: "List the installation's API tokens", policy: 'administrator', answers: [TokenView] })
  listInstallationTokens(): Promise<TokenView[]> {
    return this.tokens.list({});
  }

  /** It acts as itself, in Administration, and in each project whose owner admits it. */
  @Post('administration/tokens')
  @Endpoint({
    summary: 'Make an API token for the installation',
    policy: 'administrator',
    status: 201,
    answers: NewTokenView,
    refuses: MAKING,
  })
  createInstallationToken(@User() user: CurrentUser, @Body() request: CreateTokenRequest): Promise<NewTokenView> {
    return this.service.create(user, {}, request);
  }

  /** Of an account or a project, too. */
  @Delete('administration/tokens/:tokenId')
  @Endpoint({ summary: 'Revoke any API token', policy: 'administrator', answers: Message })
  async revokeAnyToken(@User() user: CurrentUser, @Param('tokenId', ResourceId) id: string): Promise<Message> {
    await this.service.revoke(user, 'any', id);
    return REVOKED;
  }
}
