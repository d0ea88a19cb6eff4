import { AuditEntryView, LatestChange, nextLink, PageQuery, ProjectAuditQuery } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntryPage } from './entry-page.js';
import { EntryQuery } from './entry.query.js';
import { EntrySearchQuery } from './entry-search.query.js';
import { FlagAuditQuery } from './flag-audit.query.js';
import { LatestChangesQuery } from './latest-changes.query.js';

function send({ entries, next }: EntryPage, request: FastifyRequest, reply: FastifyReply): AuditEntryView[] {
  if (next) void reply.header('link', nextLink(request.url, next));
  return entries;
}

@ApiTags('audit')
@Controller('api')
export class AuditController {
  constructor(
    private readonly entries: EntryQuery,
    private readonly search: EntrySearchQuery,
    private readonly flagAudit: FlagAuditQuery,
    private readonly latestChanges: LatestChangesQuery,
  ) {}

  /** Your own entries for a flag, newest first. */
  @Get('flags/:flagId/audit')
  @Endpoint({ summary: 'List your own audit entries for a flag', policy: 'session', answers: [AuditEntryView] })
  async listFlagAudit(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Query() { cursor, limit }: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryView[]> {
    return send(await this.flagAudit.page(user, flagId, cursor, limit), request, reply);
  }

  /** The entries of all members, newest first. Only admins see addresses of people who were invited. */
  @Get('projects/:id/audit')
  @Endpoint({ summary: "List a project's audit entries", policy: 'viewer', answers: [AuditEntryView] })
  async listProjectAudit(
    @Param('id') _projectId: string,
    @Member() { projectId, role }: Membership,
    @Query() { cursor, limit, actor, flag, environment, action, from, to, text }: ProjectAuditQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditEntryView[]> {
    const given = { user_id: actor, flag_id: flag, environment_id: environment, action, from, to };
    const filter = { project_id: projectId, role, ...given };
    const isSearch = text !== undefined && text.trim() !== '';
    const page = isSearch
      ? await this.search.page(filter, text, cursor, limit)
      : await this.entries.page(filter, cursor, limit);
    return send(page, request, reply);
  }

  /** One entry per flag, its last change and the person who made it, in the order of flag ids. */
  @Get('projects/:id/audit/latest')
  @Endpoint({ summary: 'List the latest change of each flag in a project', policy: 'viewer', answers: [LatestChange] })
  async listLatestChanges(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor, limit }: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LatestChange[]> {
    const { changes, next } = await this.latestChanges.page(projectId, cursor, limit);
    if (next) void reply.header('link', nextLink(request.url, next));
    return changes;
  }
}
