import {
  AccountView,
  AccountWithSessions,
  LinkView,
  ListAccountsQuery,
  Message,
  nextLink,
  RegistrationView,
  UpdateRegistrationRequest,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRepository } from '../sessions/session.repository.js';
import { toSessionView } from '../sessions/to-session-view.js';
import { TokenRepository } from '../tokens/token.repository.js';
import { AccountQuery } from './account.query.js';
import { AdministrationService } from './administration.service.js';

const policy = 'administrator';

/** For administrators. To other accounts these routes do not exist. */
@ApiTags('administration')
@Controller('api/administration')
export class AdministrationController {
  constructor(
    private readonly accounts: AccountQuery,
    private readonly sessions: SessionRepository,
    private readonly administration: AdministrationService,
    private readonly tokens: TokenRepository,
  ) {}

  @Get('accounts')
  @Endpoint({ summary: 'List accounts, newest first', policy, answers: [AccountView] })
  async listAccounts(
    @Query() query: ListAccountsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountView[]> {
    const { accounts, next } = await this.accounts.list(query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return accounts;
  }

  @Get('accounts/:userId')
  @Endpoint({ summary: 'Get an account and its sessions', policy, answers: AccountWithSessions })
  async getAccount(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<AccountWithSessions> {
    const account = await this.accounts.find(id);
    const { sessions } = await this.sessions.listLive(id);
    return {
      ...account,
      sessions: sessions.map((session) => toSessionView(session, user.sessionId)),
      tokens: await this.tokens.list({ userId: id }),
    };
  }

  /** Its sessions end in all services before the response is sent, and login answers as for an unknown account. */
  @Post('accounts/:userId/disable')
  @Endpoint({
    summary: 'Disable an account',
    policy,
    answers: AccountView,
    refuses: ['last_administrator', 'fresh_proof_required'],
  })
  async disableAccount(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<AccountView> {
    await this.administration.disable(user, id);
    return this.accounts.find(id);
  }

  @Post('accounts/:userId/enable')
  @Endpoint({
    summary: 'Let a disabled account sign in again',
    policy,
    answers: AccountView,
    refuses: ['fresh_proof_required'],
  })
  async enableAccount(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<AccountView> {
    await this.administration.enable(user, id);
    return this.accounts.find(id);
  }

  @Delete('accounts/:userId/sessions')
  @Endpoint({ summary: 'End all sessions of an account', policy, answers: Message })
  async endSessionsOfAccount(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<Message> {
    await this.administration.endSessions(user, id);
    return { message: 'Sessions ended' };
  }

  /** Whoever has the link sets a new password, once within an hour, which ends every session. Ends earlier ones. */
  @Post('accounts/:userId/reset-link')
  @Endpoint({
    summary: 'Make a link that sets a new password',
    policy,
    status: 201,
    answers: LinkView,
    refuses: ['fresh_proof_required'],
  })
  async createResetLink(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<LinkView> {
    const { path, expiresAt } = await this.administration.createResetLink(user, id);
    return { link: path, expires_at: expiresAt.toISOString() };
  }

  @Post('accounts/:userId/administrator')
  @Endpoint({
    summary: 'Make an account administrator',
    policy,
    answers: AccountView,
    refuses: ['fresh_proof_required'],
  })
  async makeAdministrator(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<AccountView> {
    await this.administration.grant(user, id);
    return this.accounts.find(id);
  }

  /** Accounts in `ADMINISTRATORS` stay administrators. */
  @Delete('accounts/:userId/administrator')
  @Endpoint({
    summary: 'Make an account administrator no longer',
    policy,
    answers: AccountView,
    refuses: ['last_administrator', 'fresh_proof_required'],
  })
  async withdrawAdministrator(
    @User() user: CurrentUser,
    @Param('userId', ResourceId) id: string,
  ): Promise<AccountView> {
    await this.administration.withdraw(user, id);
    return this.accounts.find(id);
  }

  /** Ends its sessions and memberships, and forgets its name and address. Histories keep its id. */
  @Delete('accounts/:userId')
  @Endpoint({
    summary: 'Delete an account',
    policy,
    answers: Message,
    refuses: ['last_administrator', 'fresh_proof_required'],
  })
  async deleteAccount(@User() user: CurrentUser, @Param('userId', ResourceId) id: string): Promise<Message> {
    await this.administration.remove(user, id);
    return { message: 'Account deleted' };
  }

  @Get('registration')
  @Endpoint({ summary: 'Get who may register', policy, answers: RegistrationView })
  getRegistration(): Promise<RegistrationView> {
    return this.administration.registration();
  }

  @Patch('registration')
  @Endpoint({
    summary: 'Change who may register',
    policy,
    answers: RegistrationView,
    refuses: ['fresh_proof_required'],
  })
  updateRegistration(
    @User() user: CurrentUser,
    @Body() { mode }: UpdateRegistrationRequest,
  ): Promise<RegistrationView> {
    return this.administration.setRegistration(user, mode);
  }
}
