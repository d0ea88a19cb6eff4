import { EnvironmentStreamsView } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StreamCountsQuery } from './stream-counts.query.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId/streams')
export class StreamCountsController {
  constructor(private readonly streams: StreamCountsQuery) {}

  /** Open event streams by replica, and how many have received the newest revision. */
  @Get()
  @Endpoint({
    summary: "Count an environment's open streams, and how many are up to date",
    policy: 'viewer',
    answers: EnvironmentStreamsView,
  })
  getEnvironmentStreams(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentStreamsView> {
    return this.streams.show(projectId, environmentId);
  }
}
