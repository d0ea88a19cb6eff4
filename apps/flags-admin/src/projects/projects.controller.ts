import {
  CreateProjectRequest,
  Message,
  nextLink,
  PageQuery,
  ProjectView,
  UpdateProjectRequest,
} from '@burgee/contracts/http';
import { Endpoint, WITH_KEYS } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NOTE } from '../change-rules/note-headers.js';
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
  @Endpoint({
    summary: 'Create a project',
    policy: 'session',
    status: 201,
    answers: ProjectView,
    refuses: ['session_required', 'duplicate'],
  })
  createProject(@User() user: CurrentUser, @Body() body: CreateProjectRequest): Promise<ProjectView> {
    return this.creation.create(user, body);
  }

  @Get()
  @Endpoint({ summary: 'List your projects', policy: 'session', answers: [ProjectView] })
  async listProjects(
    @User() user: CurrentUser,
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProjectView[]> {
    const { projects, next } = await this.projects.ofMember(user, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return projects;
  }

  @Get(':id')
  @Header('cache-control', WITH_KEYS)
  @Endpoint({ summary: 'Get a project', policy: 'viewer', answers: ProjectView })
  getProject(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<ProjectView> {
    return this.projects.one(projectId, user);
  }

  @Patch(':id')
  @Endpoint({ summary: 'Update a project', policy: 'admin', answers: ProjectView, refuses: ['duplicate'] })
  updateProject(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: UpdateProjectRequest,
  ): Promise<ProjectView> {
    return this.updates.update(user, projectId, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a project and everything in it',
    policy: 'owner',
    takes: [NOTE],
    answers: Message,
    refuses: ['delete_too_large', 'fresh_proof_required'],
  })
  async deleteProject(
    @Param('id') _id: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
  ): Promise<Message> {
    await this.deletion.delete(user, projectId);
    return { message: 'Project deleted successfully' };
  }
}
