import { Message } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RemoveMemberService } from '../remove-member/remove-member.service.js';

@ApiTags('members')
@Controller('api/projects/:id/members/me')
export class LeaveProjectController {
  constructor(private readonly members: RemoveMemberService) {}

  /** Whatever their role; only the last owner has to find another first. */
  @Delete()
  @ApiOperation({ summary: 'Leave a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: Message })
  async leave(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.members.remove(user, member, user.id);
    return { message: 'You have left the project' };
  }
}
