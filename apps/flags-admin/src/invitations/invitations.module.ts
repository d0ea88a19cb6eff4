import { Module } from '@nestjs/common';
import { AnswerInvitationService } from './answer-invitation.service.js';
import { CreateInvitationService } from './create-invitation.service.js';
import { ExpiredInvitations } from './expired-invitations.js';
import { InvitationsController } from './invitations.controller.js';
import { LookUpLimit } from './look-up-limit.js';
import { ProjectInvitationsController } from './project-invitations.controller.js';
import { RenewInvitationService } from './renew-invitation.service.js';
import { WithdrawInvitationService } from './withdraw-invitation.service.js';

@Module({
  controllers: [ProjectInvitationsController, InvitationsController],
  providers: [
    CreateInvitationService,
    RenewInvitationService,
    WithdrawInvitationService,
    AnswerInvitationService,
    LookUpLimit,
    ExpiredInvitations,
  ],
  exports: [CreateInvitationService],
})
export class InvitationsModule {}
