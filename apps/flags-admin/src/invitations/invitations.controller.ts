import { AcceptedInvitation, InvitationTokenRequest, Message, OpenInvitationView } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AnswerInvitationService } from './answer-invitation.service.js';
import { isInvitationToken } from './invitation-token.js';
import { findInvitationHash, noSuchInvitation, readOpenInvitation } from './invitation.repository.js';
import { LookUpLimit } from './look-up-limit.js';

/** Invitations for the holder of a link. */
@ApiTags('members')
@Controller('api/invitations')
export class InvitationsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly answers: AnswerInvitationService,
    private readonly limit: LookUpLimit,
  ) {}

  /** Changes nothing. It is a POST to keep the token out of URLs. */
  @Post('look-up')
  @Endpoint({
    summary: 'Look up an invitation by its token',
    policy: 'public',
    answers: OpenInvitationView,
    refuses: ['invitation_invalid'],
  })
  async lookUpInvitation(
    @Body() { token }: InvitationTokenRequest,
    @Ip() address: string,
  ): Promise<OpenInvitationView> {
    if (!isInvitationToken(token)) throw noSuchInvitation();
    await this.limit.take(address);
    const { manager } = this.database;
    return readOpenInvitation(manager, await findInvitationHash(manager, token));
  }

  @Post('accept')
  @Endpoint({
    summary: 'Accept an invitation',
    policy: 'session',
    answers: AcceptedInvitation,
    refuses: ['invitation_invalid', 'not_found', 'duplicate', 'quota_exceeded'],
  })
  acceptInvitation(@User() user: CurrentUser, @Body() { token }: InvitationTokenRequest): Promise<AcceptedInvitation> {
    return this.answers.accept(user, token);
  }

  @Post('decline')
  @Endpoint({
    summary: 'Decline an invitation',
    policy: 'session',
    answers: Message,
    refuses: ['invitation_invalid', 'not_found'],
  })
  async declineInvitation(@User() user: CurrentUser, @Body() { token }: InvitationTokenRequest): Promise<Message> {
    await this.answers.decline(user, token);
    return { message: 'Invitation declined' };
  }
}
