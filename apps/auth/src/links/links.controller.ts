import { LinkTokenRequest, LookUpLinkRequest, Message, ResetPasswordRequest, SignedIn } from '@burgee/contracts/http';
import { addressBlock } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { LinksService } from './links.service.js';

/** What the links of administrators and operators open. Each works once. */
@ApiTags('auth')
@Controller('api/auth/links')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly limits: SignInLimits,
  ) {}

  /** Leaves the link as it is. */
  @Post('look-up')
  @Endpoint({ summary: 'Look whether a link still works', policy: 'public', answers: Message, refuses: ['link_ended'] })
  async lookUpLink(@Body() { kind, token }: LookUpLinkRequest): Promise<Message> {
    await this.links.lookUp(kind, token);
    return { message: 'The link works' };
  }

  /** For the account that is signed in. To register one instead: `setup` of `POST /api/auth/register`. */
  @Post('setup')
  @Endpoint({ summary: 'Become administrator', policy: 'session', answers: Message, refuses: ['link_ended'] })
  async useSetupLink(@User() user: CurrentUser, @Body() { token }: LinkTokenRequest): Promise<Message> {
    await this.links.becomeAdministrator(user, token);
    return { message: 'You are an administrator now' };
  }

  /** Ends every session of the account. Repeats with success for an hour, with the same password. */
  @Post('reset')
  @Endpoint({
    summary: 'Set a new password',
    policy: 'public',
    answers: Message,
    refuses: ['link_ended', 'common_password'],
  })
  async useResetLink(@Body() body: ResetPasswordRequest, @Req() request: FastifyRequest): Promise<Message> {
    await this.limits.registration(addressBlock(request.ip));
    await this.links.resetPassword(body, request.ip);
    return { message: 'Password changed. Sign in with it.' };
  }

  /** From a mail. Who holds it has the address; it needs no session. */
  @Post('verify')
  @Endpoint({
    summary: 'Prove an email address',
    policy: 'public',
    answers: Message,
    refuses: ['link_ended', 'email_taken'],
  })
  async useVerificationLink(@Body() { token }: LinkTokenRequest, @Req() request: FastifyRequest): Promise<Message> {
    await this.limits.registration(addressBlock(request.ip));
    await this.links.verify(token);
    return { message: 'Address confirmed' };
  }

  /** Sets the cookie, as login does. */
  @Post('sign-in')
  @Endpoint({ summary: 'Sign in by a link', policy: 'public', answers: SignedIn, refuses: ['link_ended'] })
  async useSignInLink(
    @Body() { token }: LinkTokenRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedIn> {
    await this.limits.registration(addressBlock(request.ip));
    const { name, email } = await this.links.signIn(token, request, reply);
    return { name, email, message: 'Login successful' };
  }
}
