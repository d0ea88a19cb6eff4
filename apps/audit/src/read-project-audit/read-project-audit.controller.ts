import { AuditEntryView, nextLink, ProjectAuditQuery } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EntryQuery } from '../entries/entry.query.js';

@ApiTags('audit')
@Controller('api/projects/:id/audit')
export class ReadProjectAuditController {
  constructor(private readonly entries: EntryQuery) {}

  /** The team's entries, newest first. */
  @Get()
  @ApiOperation({ summary: 'List the audit entries of a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: [AuditEntryView] })
  async list(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor, limit, actor, flag, environment, action, from, to }: ProjectAuditQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryView[]> {
    const filter = {
      project_id: projectId,
      user_id: actor,
      flag_id: flag,
      environment_id: environment,
      action,
      from,
      to,
    };
    const { entries, next } = await this.entries.page(filter, cursor, limit);
    if (next) void reply.header('link', nextLink(request.url, next));
    return entries;
  }
}
