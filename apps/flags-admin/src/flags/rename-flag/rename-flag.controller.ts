import { FlagView, UpdateFlagRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RenameFlagService } from './rename-flag.service.js';

@ApiTags('flags')
@Controller('api/flags/:flagId')
export class RenameFlagController {
  constructor(private readonly flags: RenameFlagService) {}

  @Patch()
  @ApiOperation({ summary: 'Rename or describe a flag' })
  @RequireAccess('editor')
  @ApiOkResponse({ type: FlagView })
  rename(
    @Param('flagId', ResourceId) flagId: string,
    @User() user: CurrentUser,
    @Body() body: UpdateFlagRequest,
  ): Promise<FlagView> {
    return this.flags.rename(user, flagId, body);
  }
}
