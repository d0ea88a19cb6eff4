import { ForgotPasswordRequest, Message } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { MailRequestsService } from './mail-requests.service.js';

/** Mails that people ask for. */
@ApiTags('auth')
@Controller('api/auth')
export class MailController {
  constructor(
    private readonly mails: MailRequestsService,
    private readonly limits: SignInLimits,
  ) {}

  /** Answers the same, after the same work, whether or not an account has the address. */
  @Post('forgot-password')
  @Endpoint({
    summary: 'Have a link mailed that sets a new password',
    policy: 'public',
    status: 202,
    answers: Message,
    refuses: ['mail_off'],
  })
  async forgotPassword(@Body() { email }: ForgotPasswordRequest, @Req() request: FastifyRequest): Promise<Message> {
    this.mails.assertOn();
    await this.limits.mail(request.ip, email);
    await this.mails.reset(email);
    return { message: 'If an account has this address, a mail with a link is on its way' };
  }

  /** The link works once, for a day. Earlier ones stop working. */
  @Post('verification')
  @Endpoint({
    summary: 'Have a link mailed that proves your address',
    policy: 'any-session',
    status: 202,
    answers: Message,
    refuses: ['mail_off'],
  })
  async requestVerification(@User() { id, email }: CurrentUser, @Req() request: FastifyRequest): Promise<Message> {
    this.mails.assertOn();
    await this.limits.mail(request.ip, email);
    await this.mails.verify(id);
    return { message: 'A mail with a link is on its way' };
  }
}
