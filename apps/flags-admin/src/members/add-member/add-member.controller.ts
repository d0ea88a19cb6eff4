import { AddMemberRequest, MemberView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AddMemberService } from './add-member.service.js';

@ApiTags('members')
@Controller('api/projects/:id/members')
export class AddMemberController {
  constructor(private readonly members: AddMemberService) {}

  @Post()
  @ApiOperation({ summary: 'Add a registered user to a project' })
  @RequireAccess('admin')
  @ApiCreatedResponse({ type: MemberView })
  add(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: AddMemberRequest,
  ): Promise<MemberView> {
    return this.members.add(user, member, body);
  }
}
