import { FlagView, ListFlagsQuery, nextLink } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ListFlags } from './list-flags.query.js';

@ApiTags('flags')
@Controller('api/projects/:id/flags')
export class ListFlagsController {
  constructor(private readonly flags: ListFlags) {}

  @Get()
  @ApiOperation({ summary: 'List the flags of a project' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: [FlagView] })
  async list(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: ListFlagsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView[]> {
    const { flags, next } = await this.flags.page(projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return flags;
  }
}
