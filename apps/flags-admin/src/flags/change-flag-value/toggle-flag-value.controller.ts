import { FlagValueView, ToggleFlagValueRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { valueTag } from '../flag-row.js';
import { ChangeFlagValueService } from './change-flag-value.service.js';

@ApiTags('flags')
@Controller('api/flags/:flagId/environments/:envId/toggle')
export class ToggleFlagValueController {
  constructor(private readonly values: ChangeFlagValueService) {}

  /** Switches the flag on or off in one environment; rollout and targeting stay. */
  @Patch()
  @ApiOperation({ summary: 'Switch a flag on or off in one environment' })
  @RequireAccess('editor')
  @ApiHeader({ name: 'if-match', required: false })
  @ApiOkResponse({ type: FlagValueView })
  async toggle(
    @Param('flagId', ResourceId) flagId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Body() { is_enabled }: ToggleFlagValueRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagValueView> {
    const value = await this.values.change(user, {
      kind: 'toggle',
      flagId,
      environmentId,
      patch: { is_enabled },
      ifMatch,
    });
    void reply.header('etag', valueTag(value));
    return value;
  }
}
