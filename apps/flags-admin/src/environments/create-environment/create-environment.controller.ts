import { CreateEnvironmentRequest, EnvironmentView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateEnvironmentService } from './create-environment.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments')
export class CreateEnvironmentController {
  constructor(private readonly environments: CreateEnvironmentService) {}

  @Post()
  @ApiOperation({ summary: 'Create an environment' })
  @RequireAccess('admin')
  @ApiCreatedResponse({ type: EnvironmentView })
  create(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: CreateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.environments.create(user, member, body);
  }
}
