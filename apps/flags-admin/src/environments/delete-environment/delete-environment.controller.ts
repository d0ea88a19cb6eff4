import { Message } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeleteEnvironmentService } from './delete-environment.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId')
export class DeleteEnvironmentController {
  constructor(private readonly environments: DeleteEnvironmentService) {}

  @Delete()
  @ApiOperation({ summary: 'Delete an environment with its values and keys' })
  @RequireAccess('admin')
  @ApiOkResponse({ type: Message })
  async delete(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.environments.delete(user, member, environmentId);
    return { message: 'Environment deleted successfully' };
  }
}
