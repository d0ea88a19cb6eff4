import { FlagDeleted } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeleteFlagService } from './delete-flag.service.js';

@ApiTags('flags')
@Controller('api/flags/:flagId')
export class DeleteFlagController {
  constructor(private readonly flags: DeleteFlagService) {}

  @Delete()
  @ApiOperation({ summary: 'Delete a flag from every environment' })
  @RequireAccess('editor')
  @ApiOkResponse({ type: FlagDeleted })
  delete(@Param('flagId', ResourceId) flagId: string, @User() user: CurrentUser): Promise<FlagDeleted> {
    return this.flags.delete(user, flagId);
  }
}
