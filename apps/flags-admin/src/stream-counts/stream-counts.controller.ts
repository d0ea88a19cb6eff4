import { EnvironmentStreamsView } from '@burgee/contracts/http';
import { RequirePolicy, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { StreamCountsQuery } from './stream-counts.query.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId/streams')
export class StreamCountsController {
  constructor(private readonly streams: StreamCountsQuery) {}

  /** How many event streams are open, by replica, and how many have been sent the newest revision. */
  @Get()
  @ApiOperation({
    operationId: 'getEnvironmentStreams',
    summary: 'Show the open streams of an environment and how many are up to date',
  })
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: EnvironmentStreamsView })
  show(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentStreamsView> {
    return this.streams.show(projectId, environmentId);
  }
}
