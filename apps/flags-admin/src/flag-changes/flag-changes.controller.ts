import { ChangedFlagValue, ChangeFlagsRequest, ChangeFlagValuesRequest, FlagsChanged } from '@burgee/contracts/http';
import { Refuses, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { WaitsForClients } from '../applied/waits-for-clients.js';
import { TakesNote } from '../change-rules/takes-note.js';
import { answerPositioned, POSITION, POSITIONS } from '../flags/position.js';
import { ChangeFlagValuesService } from './change-flag-values.service.js';
import { ChangeFlagsService } from './change-flags.service.js';

/** Of 200 flags: each change of a value has ten. */
const VALUES_OF_MANY_FLAGS = 2_001;

/** Many flags at once: all or none. One that cannot be changed refuses all, and `errors` names every one. */
@ApiTags('flags')
@Controller('api')
export class FlagChangesController {
  constructor(
    private readonly values: ChangeFlagValuesService,
    private readonly flags: ChangeFlagsService,
  ) {}

  /** All or none, in one commit, with consecutive revisions. One that cannot be changed refuses all; `errors` names every one. */
  @Post('environments/:envId/changes')
  @TakesNote()
  @ApiOperation({ operationId: 'changeFlagValues', summary: 'Change the values of up to 200 flags in one environment' })
  @HttpCode(200)
  @RouteConfig({ valuesAtMost: VALUES_OF_MANY_FLAGS })
  @Refuses('flag_archived', 'flag_set_too_large', 'value_changed')
  @RequirePolicy('editor')
  @ApiOkResponse({ type: [ChangedFlagValue], headers: POSITION })
  changeValues(
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { changes }: ChangeFlagValuesRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedFlagValue[]> {
    return answerPositioned(reply, this.values.change(user, environmentId, changes));
  }

  /** All or none, in one commit. One that cannot be changed refuses all; `errors` names every one. */
  @Post('projects/:id/flags/changes')
  @TakesNote()
  @ApiOperation({ operationId: 'changeFlags', summary: 'Archive, unarchive, tag or untag up to 200 flags' })
  @HttpCode(200)
  @RouteConfig({ valuesAtMost: VALUES_OF_MANY_FLAGS })
  @Refuses('flag_archived', 'flag_set_too_large')
  @RequirePolicy('editor')
  @WaitsForClients({ type: FlagsChanged, headers: POSITIONS })
  changeFlags(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: ChangeFlagsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagsChanged> {
    return answerPositioned(reply, this.flags.change(user, projectId, body));
  }
}
