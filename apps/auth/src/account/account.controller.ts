import { AccountExport, CurrentUserView, Message, UpdateAccountRequest } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Inject, Patch, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountQuery } from '../administration/account.query.js';
import { type AuthConfig, CONFIG } from '../config.js';
import { SignInCookies } from '../sessions/sign-in-cookies.js';
import { AccountExportQuery } from './account-export.query.js';
import { OwnAccountService } from './own-account.service.js';

/** The account of the session. */
@ApiTags('auth')
@Controller('api/auth/me')
export class AccountController {
  constructor(
    private readonly account: OwnAccountService,
    private readonly accounts: AccountQuery,
    private readonly exports: AccountExportQuery,
    private readonly cookies: SignInCookies,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  @Get()
  @Endpoint({ summary: 'Get the signed-in account', policy: 'any-session', answers: CurrentUserView })
  async getCurrentUser(@User() { id, name, email, isAdministrator }: CurrentUser): Promise<CurrentUserView> {
    const { verification, noticeMails } = await this.accounts.mail(id);
    const isOn = this.config.SMTP_URL !== undefined;
    const seesInstance = isAdministrator || this.config.INSTANCE_OWNERS?.includes(id);
    return {
      id,
      name,
      email,
      ...((verification !== 'open' || isOn) && { email_verification: verification }),
      ...(isOn && { notice_mails: noticeMails }),
      ...(seesInstance && { is_instance_owner: true }),
      ...(isAdministrator && { is_administrator: true }),
    };
  }

  /** A new address gets a mail with a link, and becomes the account's when that is used. */
  @Patch()
  @Endpoint({
    summary: 'Change your name, your address, or what is mailed to it',
    policy: 'session',
    answers: CurrentUserView,
    refuses: ['mail_off', 'fresh_proof_required', 'email_taken'],
  })
  async updateAccount(
    @User() user: CurrentUser,
    @Body() { name = user.name, email = user.email, notice_mails: noticeMails }: UpdateAccountRequest,
    @Req() request: FastifyRequest,
  ): Promise<CurrentUserView> {
    if (email !== user.email) await this.account.moveTo(user, email, request.ip);
    await this.account.rename(user, name);
    if (noticeMails !== undefined) await this.account.mailNotices(user.id, noticeMails);
    return this.getCurrentUser({ ...user, name });
  }

  /** The other half of your data is in `GET /api/auth/me/export/projects`. */
  @Get('export')
  @Endpoint({ summary: 'Export your account and its sessions', policy: 'session', answers: AccountExport })
  exportAccount(@User() user: CurrentUser): Promise<AccountExport> {
    return this.exports.read(user);
  }

  /**
   * Ends its sessions and memberships, and forgets its name and address, at once. Histories keep its id. Not while it is
   * the last owner of a project that others are in.
   */
  @Delete()
  @Endpoint({
    summary: 'Delete your account',
    policy: 'any-session',
    answers: Message,
    refuses: ['last_owner', 'last_administrator', 'fresh_proof_required'],
  })
  async deleteOwnAccount(
    @User() user: CurrentUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Message> {
    await this.account.remove(user);
    this.cookies.clear(request, reply);
    return { message: 'Account deleted' };
  }
}
