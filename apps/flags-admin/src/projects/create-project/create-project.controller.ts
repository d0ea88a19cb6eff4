import { CreateProjectRequest, ProjectView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateProjectService } from './create-project.service.js';

@ApiTags('projects')
@Controller('api/projects')
export class CreateProjectController {
  constructor(private readonly projects: CreateProjectService) {}

  @Post()
  @ApiOperation({ summary: 'Create a project' })
  @RequireAccess('session')
  @ApiCreatedResponse({ type: ProjectView })
  create(@User() user: CurrentUser, @Body() body: CreateProjectRequest): Promise<ProjectView> {
    return this.projects.create(user, body);
  }
}
