import {
  CreateInvitationRequest,
  InvitationView,
  InvitationWithLink,
  Message,
  RenewInvitationRequest,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CreateInvitationService } from './create-invitation.service.js';
import { listInvitations } from './invitation.repository.js';
import { RenewInvitationService } from './renew-invitation.service.js';
import { WithdrawInvitationService } from './withdraw-invitation.service.js';

/** Invitations for the admins of a project. */
@ApiTags('members')
@Controller('api/projects/:id/invitations')
export class ProjectInvitationsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly creation: CreateInvitationService,
    private readonly renewal: RenewInvitationService,
    private readonly withdrawal: WithdrawInvitationService,
  ) {}

  /** For an email with an open invitation, creates a new link. */
  @Post()
  @Endpoint({
    summary: 'Create an invitation link',
    policy: 'admin',
    status: 201,
    answers: InvitationWithLink,
    refuses: ['quota_exceeded', 'fresh_proof_required'],
  })
  createInvitation(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: CreateInvitationRequest,
  ): Promise<InvitationWithLink> {
    return this.creation.create(user, member, body);
  }

  @Get()
  @Endpoint({ summary: "List a project's open invitations", policy: 'admin', answers: [InvitationView] })
  listInvitations(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<InvitationView[]> {
    return listInvitations(this.database.manager, projectId);
  }

  @Post(':invitationId/link')
  @Endpoint({
    summary: 'Create a new link for an invitation; the old one stops working',
    policy: 'admin',
    takes: [ApiBody({ type: RenewInvitationRequest, required: false })],
    answers: InvitationWithLink,
    refuses: ['fresh_proof_required'],
  })
  renewInvitation(
    @Param('id') _projectId: string,
    @Param('invitationId', ResourceId) invitationId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: RenewInvitationRequest,
  ): Promise<InvitationWithLink> {
    return this.renewal.renew(user, member, invitationId, body);
  }

  @Delete(':invitationId')
  @Endpoint({ summary: 'Revoke an invitation', policy: 'admin', answers: Message })
  async withdrawInvitation(
    @Param('id') _projectId: string,
    @Param('invitationId', ResourceId) invitationId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.withdrawal.withdraw(user, member, invitationId);
    return { message: 'Invitation withdrawn successfully' };
  }
}
