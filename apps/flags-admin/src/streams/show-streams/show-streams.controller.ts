import { EnvironmentStreamsView } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ShowStreamsService } from './show-streams.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId/streams')
export class ShowStreamsController {
  constructor(private readonly streams: ShowStreamsService) {}

  /** How many event streams are open, by replica, and how many have been sent the newest revision. */
  @Get()
  @ApiOperation({ summary: 'Show the open streams of an environment and how many are up to date' })
  @RequireAccess('viewer')
  @ApiOkResponse({ type: EnvironmentStreamsView })
  show(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentStreamsView> {
    return this.streams.show(projectId, environmentId);
  }
}
