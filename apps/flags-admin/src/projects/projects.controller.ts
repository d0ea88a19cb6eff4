import {
  CreateProjectRequest,
  Message,
  nextLink,
  PageQuery,
  ProjectView,
  UpdateProjectRequest,
} from '@burgee/contracts/http';
import { Refuses, RequirePolicy, WITH_KEYS } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesNote } from '../change-rules/takes-note.js';
import { CreateProjectService } from './create-project.service.js';
import { DeleteProjectService } from './delete-project.service.js';
import { ProjectQuery } from './project.query.js';
import { UpdateProjectService } from './update-project.service.js';

@ApiTags('projects')
@Controller('api/projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectQuery,
    private readonly creation: CreateProjectService,
    private readonly updates: UpdateProjectService,
    private readonly deletion: DeleteProjectService,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'createProject', summary: 'Create a project' })
  @Refuses('duplicate')
  @RequirePolicy('session')
  @ApiCreatedResponse({ type: ProjectView })
  create(@User() user: CurrentUser, @Body() body: CreateProjectRequest): Promise<ProjectView> {
    return this.creation.create(user, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listProjects', summary: 'List your projects' })
  @RequirePolicy('session')
  @ApiOkResponse({ type: [ProjectView] })
  async list(
    @User() user: CurrentUser,
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProjectView[]> {
    const { projects, next } = await this.projects.ofMember(user.id, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return projects;
  }

  @Get(':id')
  @Header('cache-control', WITH_KEYS)
  @ApiOperation({ operationId: 'getProject', summary: 'Show a project' })
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: ProjectView })
  one(@Param('id') _id: string, @User() user: CurrentUser, @Member() { projectId }: Membership): Promise<ProjectView> {
    return this.projects.one(projectId, user.id);
  }

  @Patch(':id')
  @ApiOperation({ operationId: 'updateProject', summary: 'Rename or describe a project' })
  @Refuses('duplicate')
  @RequirePolicy('admin')
  @ApiOkResponse({ type: ProjectView })
  update(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: UpdateProjectRequest,
  ): Promise<ProjectView> {
    return this.updates.update(user, projectId, body);
  }

  @Delete(':id')
  @TakesNote()
  @ApiOperation({ operationId: 'deleteProject', summary: 'Delete a project with all that is in it' })
  @RequirePolicy('owner')
  @ApiOkResponse({ type: Message })
  async delete(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.deletion.delete(user, projectId);
    return { message: 'Project deleted successfully' };
  }
}
