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
import { Refuses, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesComment, TakesNote } from '../change-rules/takes-note.js';
import { ArchiveFlagService } from './archive-flag.service.js';
import { ChangeFlagValueService, type ValueChange } from './change-flag-value.service.js';
import { ChangesFlags } from './changes-flags.js';
import { CreateFlagService } from './create-flag.service.js';
import { DeleteFlagService } from './delete-flag.service.js';
import { valueTag } from './flag-row.js';
import { FlagQuery } from './flag.query.js';
import { answerPositioned, POSITION, POSITIONS } from './position.js';
import { RenameFlagService } from './rename-flag.service.js';

/** Flags and their values. Where a route names no project, the guard finds project and role by the flag. */
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
  @TakesComment()
  @ApiOperation({ operationId: 'createFlag', summary: 'Create a flag, off in the environments named' })
  @Refuses('duplicate')
  @RequirePolicy('editor')
  @ApiCreatedResponse({ type: FlagView, headers: POSITIONS })
  create(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: CreateFlagRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.creation.create(user, projectId, body));
  }

  @Get('projects/:id/flags')
  @ApiOperation({ operationId: 'listFlags', summary: 'List the flags of a project' })
  @RequirePolicy('viewer')
  @ApiExtraModels(FlagView, FlagSummary)
  @ApiOkResponse({
    schema: {
      anyOf: [FlagView, FlagSummary].map((flag) => ({ type: 'array', items: { $ref: getSchemaPath(flag) } })),
    },
  })
  async list(
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
  @ApiOperation({ operationId: 'getFlag', summary: 'Show a flag with its values' })
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: FlagView })
  one(@Param('flagId', ResourceId) flagId: string): Promise<FlagView> {
    return this.flags.one(flagId);
  }

  @Get('flags/:flagId/environments')
  @ApiOperation({ operationId: 'listFlagValues', summary: 'List the values of a flag' })
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: [FlagValueView] })
  listValues(@Param('flagId', ResourceId) flagId: string): Promise<FlagValueView[]> {
    return this.flags.values(flagId);
  }

  @Patch('flags/:flagId')
  @TakesNote()
  @ApiOperation({ operationId: 'updateFlag', summary: 'Rename or describe a flag' })
  @Refuses('flag_archived')
  @RequirePolicy('editor')
  @ApiOkResponse({ type: FlagView, headers: POSITIONS })
  rename(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Body() { comment: _comment, ...body }: UpdateFlagRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.renaming.rename(user, flagId, body));
  }

  @Delete('flags/:flagId')
  @ApiOperation({ operationId: 'deleteFlag', summary: 'Delete a flag from every environment' })
  @RequirePolicy('editor')
  @ChangesFlags({ type: FlagDeleted, headers: POSITIONS })
  delete(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagDeleted> {
    return answerPositioned(reply, this.deletion.delete(user, flagId));
  }

  @Post('flags/:flagId/archive')
  @ApiOperation({ operationId: 'archiveFlag', summary: 'Archive a flag: serve it to nobody, and keep it' })
  @HttpCode(200)
  @RequirePolicy('editor')
  @ChangesFlags({ type: FlagAsChanged, headers: POSITIONS })
  archive(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.archiving.archive(user, flagId));
  }

  @Post('flags/:flagId/unarchive')
  @ApiOperation({ operationId: 'unarchiveFlag', summary: 'Serve an archived flag again' })
  @HttpCode(200)
  @Refuses('flag_set_too_large')
  @RequirePolicy('editor')
  @ChangesFlags({ type: FlagAsChanged, headers: POSITIONS })
  unarchive(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.archiving.unarchive(user, flagId));
  }

  @Patch('flags/:flagId/environments/:envId/toggle')
  @ApiOperation({ operationId: 'toggleFlag', summary: 'Switch a flag on or off in one environment' })
  @Refuses('flag_archived')
  @RequirePolicy('editor')
  @ApiHeader({ name: 'if-match', required: false })
  @ChangesFlags({ type: FlagValueAsChanged, headers: POSITION })
  toggle(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { is_enabled }: ToggleFlagValueRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    return this.change(user, { kind: 'toggle', flagId, environmentId, patch: { is_enabled }, ifMatch }, reply);
  }

  /** Changes switch, rollout and rule together. Left-out fields keep their value; null clears one of the rule. */
  @Patch('flags/:flagId/environments/:envId')
  @ApiOperation({ operationId: 'updateFlagValue', summary: 'Change switch, rollout and rule in one environment' })
  @Refuses('flag_archived')
  @RequirePolicy('editor')
  @ApiHeader({ name: 'if-match', required: false })
  @ChangesFlags({ type: FlagValueAsChanged, headers: POSITION })
  edit(
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
