import { Message } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RemoveMemberService } from './remove-member.service.js';

@ApiTags('members')
@Controller('api/projects/:id/members/:userId')
export class RemoveMemberController {
  constructor(private readonly members: RemoveMemberService) {}

  @Delete()
  @ApiOperation({ summary: 'Remove a member' })
  @RequireAccess('admin')
  @ApiOkResponse({ type: Message })
  async remove(
    @Param('id') _projectId: string,
    @Param('userId', ResourceId) userId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.members.remove(user, member, userId);
    return { message: 'Member removed successfully' };
  }
}
