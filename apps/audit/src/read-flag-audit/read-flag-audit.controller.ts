import { AuditEntryView, nextLink, PageQuery } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReadFlagAuditService } from './read-flag-audit.service.js';

@ApiTags('audit')
@Controller('api/flags/:flagId/audit')
export class ReadFlagAuditController {
  constructor(private readonly audit: ReadFlagAuditService) {}

  /** Your own entries of a flag, newest first. */
  @Get()
  @ApiOperation({ summary: 'List your own audit entries of a flag' })
  @RequireAccess('session')
  @ApiOkResponse({ type: [AuditEntryView] })
  async list(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Query() { cursor, limit }: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryView[]> {
    const { entries, next } = await this.audit.read(user, flagId, cursor, limit);
    if (next) void reply.header('link', nextLink(request.url, next));
    return entries;
  }
}
