import {
  CreateFlagRequest,
  EditFlagValueRequest,
  FlagAsChanged,
  FlagDeleted,
  FlagSummary,
  FlagValueAsChanged,
  FlagValueView,
  FlagView,
  ListFlagsQuery,
  nextLink,
  ToggleFlagValueRequest,
  UpdateFlagRequest,
} from '@burgee/contracts/http';
import { Endpoint, IF_MATCH, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Headers, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WAIT } from '../applied/waits-for-clients.js';
import { COMMENT, NOTE } from '../change-rules/note-headers.js';
import { ASKS } from '../token-limits/change-requested.js';
import { ArchiveFlagService } from './archive-flag.service.js';
import { ChangeFlagValueService, type ValueChange } from './change-flag-value.service.js';
import { CreateFlagService } from './create-flag.service.js';
import { DeleteFlagService } from './delete-flag.service.js';
import { valueTag } from './flag-row.js';
import { FlagQuery } from './flag.query.js';
import { answerPositioned, POSITION, POSITIONS } from './position.js';
import { RenameFlagService } from './rename-flag.service.js';

const LISTS = [FlagView, FlagSummary].map((flag) => ({ type: 'array', items: { $ref: getSchemaPath(flag) } }));

/**
 * Flags and their values. The guard finds project and role by :id or :flagId, and `@Member` provides them. Handlers
 * ignore the comment in the body: NoteInterceptor stores it next to the user.
 */
@ApiTags('flags')
@Controller('api')
export class FlagsController {
  constructor(
    private readonly flags: FlagQuery,
    private readonly creation: CreateFlagService,
    private readonly renaming: RenameFlagService,
    private readonly deletion: DeleteFlagService,
    private readonly values: ChangeFlagValueService,
    private readonly archiving: ArchiveFlagService,
  ) {}

  @Post('projects/:id/flags')
  @Endpoint({
    summary: 'Create a flag, off in every environment',
    policy: 'editor',
    takes: [COMMENT],
    status: 201,
    answers: { type: FlagView, headers: POSITIONS },
    refuses: ['duplicate'],
  })
  createFlag(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: CreateFlagRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.creation.create(user, projectId, body));
  }

  @Get('projects/:id/flags')
  @ApiExtraModels(FlagView, FlagSummary)
  @Endpoint({ summary: 'List flags', policy: 'viewer', answers: { schema: { anyOf: LISTS } } })
  async listFlags(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: ListFlagsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<(FlagView | FlagSummary)[]> {
    const { flags, next } = await this.flags.page(projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return flags;
  }

  @Get('flags/:flagId')
  @Endpoint({ summary: 'Get a flag with its values', policy: 'viewer', answers: FlagView })
  getFlag(@Param('flagId', ResourceId) flagId: string): Promise<FlagView> {
    return this.flags.one(flagId);
  }

  @Get('flags/:flagId/environments')
  @Endpoint({ summary: "List a flag's values", policy: 'viewer', answers: [FlagValueView] })
  listFlagValues(@Param('flagId', ResourceId) flagId: string): Promise<FlagValueView[]> {
    return this.flags.values(flagId);
  }

  @Patch('flags/:flagId')
  @Endpoint({
    summary: "Update a flag's details",
    policy: 'editor',
    takes: [NOTE],
    answers: { type: FlagView, headers: POSITIONS },
    refuses: ['flag_archived'],
  })
  updateFlag(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Body() { comment: _comment, ...body }: UpdateFlagRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.renaming.rename(user, flagId, body));
  }

  @Delete('flags/:flagId')
  @Endpoint({
    summary: 'Delete a flag in every environment',
    policy: 'editor',
    takes: [NOTE, WAIT],
    answers: { type: FlagDeleted, headers: POSITIONS },
  })
  deleteFlag(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagDeleted> {
    return answerPositioned(reply, this.deletion.delete(user, flagId));
  }

  @Post('flags/:flagId/archive')
  @Endpoint({
    summary: 'Archive a flag: keep it, but stop serving it',
    policy: 'editor',
    takes: [NOTE, WAIT],
    answers: { type: FlagAsChanged, headers: POSITIONS },
  })
  archiveFlag(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.archiving.archive(user, flagId));
  }

  @Post('flags/:flagId/unarchive')
  @Endpoint({
    summary: 'Unarchive a flag',
    policy: 'editor',
    takes: [NOTE, WAIT],
    answers: { type: FlagAsChanged, headers: POSITIONS },
    refuses: ['flag_set_too_large'],
  })
  unarchiveFlag(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.archiving.unarchive(user, flagId));
  }

  @Patch('flags/:flagId/environments/:envId/toggle')
  @Endpoint({
    summary: 'Switch a flag on or off in an environment',
    policy: 'editor',
    takes: [NOTE, ASKS, WAIT, IF_MATCH],
    answers: { type: FlagValueAsChanged, headers: POSITION },
    refuses: ['limit_exceeded', 'flag_archived'],
  })
  toggleFlag(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { is_enabled }: ToggleFlagValueRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    return this.change(user, { kind: 'toggle', flagId, environmentId, patch: { is_enabled }, ifMatch }, reply);
  }

  /**
   * Changes switch, rollout and rule together. Fields that are left out keep their value, and null clears a field of
   * the rule.
   */
  @Patch('flags/:flagId/environments/:envId')
  @Endpoint({
    summary: "Update a flag's switch, rollout and rule in an environment",
    policy: 'editor',
    takes: [NOTE, ASKS, WAIT, IF_MATCH],
    answers: { type: FlagValueAsChanged, headers: POSITION },
    refuses: ['limit_exceeded', 'flag_archived'],
  })
  updateFlagValue(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { comment: _comment, ...patch }: EditFlagValueRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    return this.change(user, { kind: 'edit', flagId, environmentId, patch, ifMatch }, reply);
  }

  private change(user: CurrentUser, change: ValueChange, reply: FastifyReply): Promise<FlagValueView> {
    return answerPositioned(reply, this.values.change(user, change), valueTag);
  }
}
