import { MemberView, UpdateMemberRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { UpdateMemberService } from './update-member.service.js';

@ApiTags('members')
@Controller('api/projects/:id/members/:userId')
export class UpdateMemberController {
  constructor(private readonly members: UpdateMemberService) {}

  @Patch()
  @ApiOperation({ summary: 'Change the role of a member' })
  @RequireAccess('admin')
  @ApiOkResponse({ type: MemberView })
  update(
    @Param('id') _projectId: string,
    @Param('userId', ResourceId) userId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateMemberRequest,
  ): Promise<MemberView> {
    return this.members.update(user, member, userId, body.role);
  }
}
