import { ListNoticesQuery, nextLink, NoticeView, ReadNotices, ReadNoticesRequest } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoticesQuery } from './notices.query.js';

/** An account's notices about its projects, such as a plan that is paused. */
@ApiTags('members')
@Controller('api/notices')
export class NoticesController {
  constructor(private readonly notices: NoticesQuery) {}

  @Get()
  @Endpoint({ summary: 'List your notices, unread first', policy: 'session', answers: [NoticeView] })
  async listNotices(
    @User() { id }: CurrentUser,
    @Query() query: ListNoticesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NoticeView[]> {
    const { notices, next } = await this.notices.page(id, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return notices;
  }

  /** Read ones are deleted after 30 days. */
  @Post('read')
  @Endpoint({ summary: 'Mark your notices as read', policy: 'session', answers: ReadNotices })
  readNotices(@User() { id }: CurrentUser, @Body() request: ReadNoticesRequest): Promise<ReadNotices> {
    return this.notices.read(id, request);
  }
}
