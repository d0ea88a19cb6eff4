import { GroupRoleRequest, GroupRoleView, Message } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GroupRolesService } from './group-roles.service.js';

@ApiTags('members')
@Controller('api/projects/:id/group-roles')
export class GroupRolesController {
  constructor(private readonly groups: GroupRolesService) {}

  @Get()
  @Endpoint({ summary: 'List the roles of groups', policy: 'admin', answers: [GroupRoleView] })
  listGroupRoles(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<GroupRoleView[]> {
    return this.groups.list(projectId);
  }

  /** Of the people in it by their last sign-in, and of others from when they sign in. Their own memberships stay. */
  @Post()
  @Endpoint({
    summary: 'Give a role to a group',
    policy: 'owner',
    status: 201,
    answers: GroupRoleView,
    refuses: ['duplicate', 'quota_exceeded', 'fresh_proof_required'],
  })
  createGroupRole(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: GroupRoleRequest,
  ): Promise<GroupRoleView> {
    return this.groups.create(user, projectId, body);
  }

  /** Memberships that came from it end within seconds. */
  @Delete(':groupRoleId')
  @Endpoint({ summary: 'Take the role of a group away', policy: 'owner', answers: Message })
  async deleteGroupRole(
    @Param('id') _projectId: string,
    @Param('groupRoleId', ResourceId) id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.groups.delete(user, projectId, id);
    return { message: 'Role of the group taken away' };
  }
}
