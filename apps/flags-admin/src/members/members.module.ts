import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { MembersController } from './members.controller.js';
import { RemoveMemberService } from './remove-member.service.js';
import { UpdateMemberService } from './update-member.service.js';

@Module({
  imports: [EnvironmentsModule, InvitationsModule],
  controllers: [MembersController],
  providers: [UpdateMemberService, RemoveMemberService],
})
export class MembersModule {}
