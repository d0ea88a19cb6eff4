import { ProjectView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ProjectQuery } from '../project.query.js';

@ApiTags('projects')
@Controller('api/projects')
export class ListProjectsController {
  constructor(private readonly projects: ProjectQuery) {}

  @Get()
  @ApiOperation({ summary: 'List your projects' })
  @RequireAccess('session')
  @ApiOkResponse({ type: [ProjectView] })
  list(@User() user: CurrentUser): Promise<ProjectView[]> {
    return this.projects.ofMember(user.id);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Show a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: ProjectView })
  one(@Param('id') _id: string, @User() user: CurrentUser, @Member() { projectId }: Membership): Promise<ProjectView> {
    return this.projects.one(projectId, user.id);
  }
}
