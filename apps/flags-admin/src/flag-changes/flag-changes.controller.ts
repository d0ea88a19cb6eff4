import { ChangedFlagValue, ChangeFlagsRequest, ChangeFlagValuesRequest, FlagsChanged } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { WAIT } from '../applied/waits-for-clients.js';
import { NOTE } from '../change-rules/note-headers.js';
import { answerPositioned, POSITION, POSITIONS } from '../flags/position.js';
import { ASKS } from '../token-limits/change-requested.js';
import { ChangeFlagValuesService } from './change-flag-values.service.js';
import { ChangeFlagsService } from './change-flags.service.js';

/** Each of the 200 flags has ten. */
const VALUES_OF_MANY_FLAGS = 2_001;

/** Changes of many flags, all or none. `errors` names every flag that cannot be changed. */
@ApiTags('flags')
@Controller('api')
export class FlagChangesController {
  constructor(
    private readonly values: ChangeFlagValuesService,
    private readonly flags: ChangeFlagsService,
  ) {}

  /** All or none, in one commit, with consecutive revisions. `errors` names every flag that cannot be changed. */
  @Post('environments/:envId/changes')
  @Endpoint({
    summary: 'Change the values of up to 200 flags in one environment',
    policy: 'editor',
    takes: [RouteConfig({ valuesAtMost: VALUES_OF_MANY_FLAGS }), NOTE, ASKS],
    answers: { type: [ChangedFlagValue], headers: POSITION },
    refuses: ['limit_exceeded', 'flag_archived', 'flag_set_too_large', 'value_changed'],
  })
  changeFlagValues(
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { changes }: ChangeFlagValuesRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedFlagValue[]> {
    return answerPositioned(reply, this.values.change(user, environmentId, changes));
  }

  /** All or none, in one commit. `errors` names every flag that cannot be changed. */
  @Post('projects/:id/flags/changes')
  @Endpoint({
    summary: 'Archive, unarchive, tag or untag up to 200 flags',
    policy: 'editor',
    takes: [WAIT, RouteConfig({ valuesAtMost: VALUES_OF_MANY_FLAGS }), NOTE],
    answers: { type: FlagsChanged, headers: POSITIONS },
    refuses: ['flag_archived', 'flag_set_too_large'],
  })
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
