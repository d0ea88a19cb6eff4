import {
  AddMemberRequest,
  ListMembersQuery,
  MemberView,
  Message,
  nextLink,
  RemoveMemberQuery,
  UpdateMemberRequest,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { CreateInvitationService } from '../invitations/create-invitation.service.js';
import { listMembers } from './member.repository.js';
import { RemoveMemberService } from './remove-member.service.js';
import { UpdateMemberService } from './update-member.service.js';

@ApiTags('members')
@Controller('api/projects/:id/members')
export class MembersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly invitations: CreateInvitationService,
    private readonly updates: UpdateMemberService,
    private readonly removal: RemoveMemberService,
  ) {}

  /** The email becomes a member only by accepting. The response is the same for registered and unknown emails. */
  @Post()
  @Endpoint({
    summary: 'Invite a person by email',
    policy: 'admin',
    status: 202,
    answers: Message,
    refuses: ['quota_exceeded', 'fresh_proof_required'],
  })
  async inviteMember(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: AddMemberRequest,
  ): Promise<Message> {
    await this.invitations.create(user, member, body);
    return { message: 'The invitation is open. Create a new link to send it.' };
  }

  @Get()
  @Endpoint({ summary: "List a project's members", policy: 'viewer', answers: [MemberView] })
  async listMembers(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: ListMembersQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MemberView[]> {
    const { members, next } = await listMembers(this.database.manager, projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return members;
  }

  @Patch(':userId')
  @Endpoint({
    summary: "Change a member's roles",
    policy: 'admin',
    answers: MemberView,
    refuses: ['last_owner', 'fresh_proof_required'],
  })
  updateMember(
    @Param('id') _projectId: string,
    @Param('userId', ResourceId) userId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateMemberRequest,
  ): Promise<MemberView> {
    return this.updates.update(user, member, userId, body);
  }

  /** Any member may leave. The last owner must first make another member an owner. */
  @Delete('me')
  @Endpoint({ summary: 'Leave a project', policy: 'viewer', answers: Message, refuses: ['last_owner'] })
  async leaveProject(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.removal.remove(user, member, user.id, false);
    return { message: 'You have left the project' };
  }

  /** The removed member may still know keys: `rotate_sdk_keys=true` replaces them in the same transaction. */
  @Delete(':userId')
  @Endpoint({ summary: 'Remove a member', policy: 'admin', answers: Message, refuses: ['last_owner'] })
  async removeMember(
    @Param('id') _projectId: string,
    @Param('userId', ResourceId) userId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Query() { rotate_sdk_keys }: RemoveMemberQuery,
  ): Promise<Message> {
    await this.removal.remove(user, member, userId, rotate_sdk_keys === 'true');
    return { message: 'Member removed successfully' };
  }
}
