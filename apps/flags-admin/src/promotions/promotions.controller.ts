import { CompareQuery, FlagDifference, nextLink, Promoted, PromoteRequest } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WAIT } from '../applied/waits-for-clients.js';
import { NOTE } from '../change-rules/note-headers.js';
import { answerPositioned, POSITIONS } from '../flags/position.js';
import { ASKS } from '../token-limits/change-requested.js';
import { DifferenceQuery } from './difference.query.js';
import { PromoteService } from './promote.service.js';

/** Comparison of two environments, and promotion of values from one to the other. */
@ApiTags('flags')
@Controller('api/projects/:id')
export class PromotionsController {
  constructor(
    private readonly comparing: DifferenceQuery,
    private readonly promoting: PromoteService,
  ) {}

  /** Only flags in use that differ, in the order of their keys. */
  @Get('compare')
  @Endpoint({ summary: 'List differences between two environments', policy: 'viewer', answers: [FlagDifference] })
  async compareEnvironments(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: CompareQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagDifference[]> {
    const { differences, next } = await this.comparing.page(projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return differences;
  }

  /** All or none, in one commit. `dry_run` runs every check and changes nothing. */
  @Post('promote')
  @Endpoint({
    summary: 'Promote flag values from one environment to another',
    policy: 'environment-editor',
    takes: [WAIT, NOTE, ASKS],
    answers: { type: Promoted, headers: POSITIONS },
    refuses: ['limit_exceeded', 'flag_archived', 'flag_set_too_large', 'value_changed'],
  })
  promoteFlags(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: PromoteRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Promoted> {
    return answerPositioned(reply, this.promoting.promote(user, projectId, body));
  }
}
