import { MailStateView, Message } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SignInLimits } from '../limits/sign-in-limits.js';
import { MailRequestsService } from './mail-requests.service.js';

@ApiTags('administration')
@Controller('api/administration/mail')
export class MailAdministrationController {
  constructor(
    private readonly mails: MailRequestsService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  @Endpoint({ summary: 'Get whether mail is configured and sent', policy: 'administrator', answers: MailStateView })
  getMail(): Promise<MailStateView> {
    return this.mails.state();
  }

  @Post('test')
  @Endpoint({
    summary: 'Send yourself a test mail',
    policy: 'administrator',
    status: 202,
    answers: Message,
    refuses: ['mail_off'],
  })
  async sendTestMail(@User() { id, email }: CurrentUser, @Req() request: FastifyRequest): Promise<Message> {
    this.mails.assertOn();
    await this.limits.mail(request.ip, email);
    await this.mails.test(id);
    return { message: 'A test mail is on its way' };
  }
}
