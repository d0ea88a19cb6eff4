import { FlagValueView, UpdateFlagValueRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { valueTag } from '../flag-row.js';
import { ChangeFlagValueService } from './change-flag-value.service.js';

@ApiTags('flags')
@Controller('api/flags/:flagId/environments/:envId')
export class EditFlagValueController {
  constructor(private readonly values: ChangeFlagValueService) {}

  /** Changes switch, rollout and rule together. Left-out fields keep their value; null clears one of the rule. */
  @Patch()
  @ApiOperation({ summary: 'Change switch, rollout and rule of a flag in one environment' })
  @RequireAccess('editor')
  @ApiHeader({ name: 'if-match', required: false })
  @ApiOkResponse({ type: FlagValueView })
  async edit(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() patch: UpdateFlagValueRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    const value = await this.values.change(user, { kind: 'edit', flagId, environmentId, patch, ifMatch });
    void reply.header('etag', valueTag(value));
    return value;
  }
}
