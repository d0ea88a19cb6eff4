import { MemberView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { listMembers } from '../member.repository.js';

@ApiTags('members')
@Controller('api/projects/:id/members')
export class ListMembersController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @Get()
  @ApiOperation({ summary: 'List the members of a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: [MemberView] })
  list(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<MemberView[]> {
    return listMembers(this.database.manager, projectId);
  }
}
