import { ListSessionsQuery, Message, nextLink, SessionView } from '@burgee/contracts/http';
import { Endpoint, notFound, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Delete, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionRepository } from './session.repository.js';
import { toSessionView } from './to-session-view.js';

@ApiTags('auth')
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionRepository) {}

  @Get()
  @Endpoint({ summary: 'List your sessions', policy: 'session', answers: [SessionView] })
  async listSessions(
    @User() user: CurrentUser,
    @Query() query: ListSessionsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView[]> {
    const { sessions, next } = await this.sessions.listLive(user.id, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return sessions.map((session) => toSessionView(session, user.sessionId));
  }

  /** Ends all sessions except the present one. */
  @Delete()
  @Endpoint({ summary: 'Sign out everywhere else', policy: 'session', answers: Message })
  async endOtherSessions(@User() user: CurrentUser): Promise<Message> {
    await this.sessions.revokeOthers(user.id, user.sessionId);
    return { message: 'Other sessions ended' };
  }

  @Delete(':id')
  @Endpoint({ summary: 'End one of your sessions', policy: 'session', answers: Message })
  async endSession(@User() user: CurrentUser, @Param('id', ResourceId) id: string): Promise<Message> {
    if (!(await this.sessions.revoke(user.id, id))) throw notFound();
    return { message: 'Session ended' };
  }
}
