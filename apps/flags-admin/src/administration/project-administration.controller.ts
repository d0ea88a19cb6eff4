import {
  AccountProjectView,
  AdministeredProjectView,
  ListAdministeredProjectsQuery,
  Message,
  nextLink,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OwnProjectService } from './own-project.service.js';
import { ProjectAdministrationQuery } from './project-administration.query.js';

const policy = 'administrator';

/** Projects for administrators, who read no flags of those that they are not members of. */
@ApiTags('administration')
@Controller('api/administration')
export class ProjectAdministrationController {
  constructor(
    private readonly projects: ProjectAdministrationQuery,
    private readonly ownership: OwnProjectService,
  ) {}

  /** Those without an owner who can sign in come first, then the newest. */
  @Get('projects')
  @Endpoint({ summary: 'List all projects with owners and size', policy, answers: [AdministeredProjectView] })
  async listAllProjects(
    @Query() query: ListAdministeredProjectsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdministeredProjectView[]> {
    const { projects, next } = await this.projects.list(query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return projects;
  }

  @Get('accounts/:userId/projects')
  @Endpoint({ summary: 'List the projects of an account', policy, answers: [AccountProjectView] })
  listProjectsOfAccount(@Param('userId', ResourceId) id: string): Promise<AccountProjectView[]> {
    return this.projects.ofAccount(id);
  }

  /** The history of the project says so, and its webhooks and open pages tell its owners. */
  @Post('projects/:projectId/own')
  @Endpoint({
    summary: 'Become owner of a project',
    policy,
    answers: Message,
    refuses: ['fresh_proof_required'],
  })
  async ownProject(@User() user: CurrentUser, @Param('projectId', ResourceId) id: string): Promise<Message> {
    await this.ownership.own(user, id);
    return { message: 'You are an owner now' };
  }
}
