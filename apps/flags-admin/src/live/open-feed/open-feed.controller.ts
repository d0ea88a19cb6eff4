import { ProjectChange, REQUEST_ID_HEADER } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Feed } from '../feed.js';
import { Feeds } from '../feeds.js';

@ApiTags('projects')
@Controller('api/projects/:id/events')
export class OpenFeedController {
  constructor(private readonly feeds: Feeds) {}

  /**
   * Every change of the project as it happens, with who made it, by Server-Sent Events: `ready`, `change`,
   * `unknown_change`, `beat` (every 10 s). There is no replay: after `ready`, read what you show once more.
   */
  @Get()
  @ApiOperation({ summary: 'Follow the changes of a project' })
  @RequireAccess('viewer')
  @ApiExtraModels(ProjectChange)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { $ref: getSchemaPath(ProjectChange) } } } })
  open(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @User() user: CurrentUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const feed = new Feed(reply.raw, projectId, user.sessionId, user.id);
    this.feeds.join(feed);
    reply.hijack();
    reply.raw.on('close', () => this.feeds.leave(feed));
    request.raw.socket.setTimeout(0);
    request.raw.socket.setNoDelay(true);
    feed.open({ [REQUEST_ID_HEADER]: String(request.id) });
    if (request.method === 'HEAD' || reply.raw.destroyed) feed.end();
  }
}
