import { EnvironmentView, UpdateEnvironmentRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { UpdateEnvironmentService } from './update-environment.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId')
export class UpdateEnvironmentController {
  constructor(private readonly environments: UpdateEnvironmentService) {}

  @Patch()
  @ApiOperation({ summary: 'Change an environment' })
  @RequireAccess('admin')
  @ApiOkResponse({ type: EnvironmentView })
  update(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.environments.update(user, member, environmentId, body);
  }
}
