import { FlagValueView, FlagView, Restored, RestoreRequest, RevertRequest } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NOTE } from '../change-rules/note-headers.js';
import { valueTag } from '../flags/flag-row.js';
import { answerPositioned, POSITION, POSITIONS } from '../flags/position.js';
import { ASKS } from '../token-limits/change-requested.js';
import { RestoreFlagService } from './restore-flag.service.js';
import { RestoreService } from './restore.service.js';
import { RevertService } from './revert.service.js';

/** Undo of one entry, a deleted flag or a whole environment. Each is an ordinary change with audit entries. */
@ApiTags('flags')
@Controller('api')
export class RestoresController {
  constructor(
    private readonly reverting: RevertService,
    private readonly restoringFlags: RestoreFlagService,
    private readonly restoring: RestoreService,
  ) {}

  /** Reverts switch, rollout and rule, even after later changes: send `if_match` to undo only what you have seen. */
  @Post('flags/:flagId/environments/:envId/revert')
  @Endpoint({
    summary: 'Restore the value before or after an audit entry',
    policy: 'editor',
    takes: [NOTE, ASKS],
    answers: { type: FlagValueView, headers: POSITION },
    refuses: ['limit_exceeded', 'flag_archived', 'flag_set_too_large', 'history_gone', 'value_changed'],
  })
  revertFlagValue(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() request: RevertRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    return answerPositioned(reply, this.reverting.revert(user, { flagId, environmentId, request }), valueTag);
  }

  /** Under its id, with its values in environments that still exist. */
  @Post('projects/:id/flags/:flagId/restore')
  @Endpoint({
    summary: 'Restore a deleted flag',
    policy: 'editor',
    takes: [NOTE],
    answers: { type: FlagView, headers: POSITIONS },
    refuses: ['duplicate', 'quota_exceeded', 'flag_set_too_large'],
  })
  restoreFlag(
    @Param('id') _projectId: string,
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagView> {
    return answerPositioned(reply, this.restoringFlags.restore(user, projectId, flagId));
  }

  /** All or none, in one commit. `dry_run` runs every check and changes nothing. */
  @Post('environments/:envId/restore')
  @Endpoint({
    summary: 'Restore an environment to a past flag set',
    policy: 'editor',
    takes: [NOTE],
    answers: { type: Restored, headers: POSITIONS },
    refuses: ['duplicate', 'quota_exceeded', 'flag_set_too_large', 'history_gone', 'position_unknown', 'value_changed'],
  })
  restoreEnvironment(
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() request: RestoreRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Restored> {
    return answerPositioned(reply, this.restoring.restore(user, projectId, environmentId, request));
  }
}
