import { EnvironmentConnection } from '@burgee/contracts/http';
import { Dependencies } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnvironmentQuery } from '../environments/environment.query.js';
import { StreamCounts } from '../stream-counts/stream-counts.js';
import { LastReads } from './last-reads.js';

@ApiTags('environments')
@Controller('api/projects/:id/connections')
export class ConnectionsController {
  constructor(
    private readonly environments: EnvironmentQuery,
    private readonly reads: LastReads,
    private readonly streams: StreamCounts,
    private readonly dependencies: Dependencies,
  ) {}

  /** Whether applications use the keys of each environment, and the time of the last use. */
  @Get()
  @Endpoint({
    summary: 'List application connections by environment',
    policy: 'viewer',
    answers: [EnvironmentConnection],
  })
  async listConnections(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentConnection[]> {
    const complete = this.dependencies.isUp('nats') && this.streams.complete;
    const ids = await this.environments.idsOf(projectId);
    return ids.map((id) => ({
      environment_id: id,
      last_seen_at: this.reads.of(id),
      streams: this.streams.of(id).reduce((sum, { count }) => sum + (count?.open ?? 0), 0),
      complete,
    }));
  }
}
