import { ProjectView, UpdateProjectRequest } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { UpdateProjectService } from './update-project.service.js';

@ApiTags('projects')
@Controller('api/projects/:id')
export class UpdateProjectController {
  constructor(private readonly projects: UpdateProjectService) {}

  @Patch()
  @ApiOperation({ summary: 'Rename or describe a project' })
  @RequireAccess('admin')
  @ApiOkResponse({ type: ProjectView })
  update(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: UpdateProjectRequest,
  ): Promise<ProjectView> {
    return this.projects.update(user, projectId, body);
  }
}
