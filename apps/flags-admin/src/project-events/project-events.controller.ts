import { ProjectChange } from '@burgee/contracts/http';
import { REQUEST_ID_HEADER } from '@burgee/contracts/wire';
import { addressBlock } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectQuery } from '../projects/project.query.js';
import { ProjectEventStream } from './project-event-stream.js';
import { ProjectStreamRegistry } from './project-stream-registry.js';

@ApiTags('projects')
@Controller('api/projects/:id/events')
export class ProjectEventsController {
  constructor(
    private readonly streams: ProjectStreamRegistry,
    private readonly projects: ProjectQuery,
  ) {}

  /**
   * Every change of the project with its author, as Server-Sent Events: `ready`, `change`, `unknown_change`, `beat`
   * (every 10 s). There is no replay: `ready` has the current project with the revision of each environment. Reload
   * anything that you read at another revision.
   */
  @Get()
  @ApiExtraModels(ProjectChange)
  @Endpoint({
    summary: 'Stream changes in a project',
    policy: 'viewer',
    answers: { content: { 'text/event-stream': { schema: { $ref: getSchemaPath(ProjectChange) } } } },
  })
  async followProject(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @User() user: CurrentUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const stream = new ProjectEventStream(reply.raw, projectId, user.sessionId, user.id, addressBlock(request.ip));
    this.streams.add(stream);
    reply.hijack();
    reply.raw.on('close', () => this.streams.remove(stream));
    request.raw.socket.setTimeout(0);
    request.raw.socket.setNoDelay(true);
    stream.open({ [REQUEST_ID_HEADER]: String(request.id) });
    if (request.method === 'HEAD' || reply.raw.destroyed) return stream.end();
    // Read after the stream was registered, so that later changes are sent to it. If this fails, the page reconnects.
    const project = await this.projects.one(projectId, user).catch(() => undefined);
    if (project) stream.ready(project);
    else stream.end();
  }
}
