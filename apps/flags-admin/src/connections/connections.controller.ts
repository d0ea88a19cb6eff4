import { EnvironmentConnection } from '@burgee/contracts/http';
import { roleAtLeast } from '@burgee/contracts/wire';
import { addressBlock, Dependencies } from '@burgee/process-kit';
import { Endpoint } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { EnvironmentQuery } from '../environments/environment.query.js';
import { StreamCounts } from '../stream-counts/stream-counts.js';
import { LastReads } from './last-reads.js';
import { RefusedOrigins } from './refused-origins.js';

@ApiTags('environments')
@Controller('api/projects/:id/connections')
export class ConnectionsController {
  constructor(
    private readonly environments: EnvironmentQuery,
    private readonly reads: LastReads,
    private readonly refused: RefusedOrigins,
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
    @Member() { projectId, role }: Membership,
    @Req() { ip }: FastifyRequest,
  ): Promise<EnvironmentConnection[]> {
    const complete = this.dependencies.isUp('nats') && this.streams.complete;
    const ids = await this.environments.idsOf(projectId);
    const mayAllow = roleAtLeast(role, 'admin');
    return ids.map((id) => ({
      environment_id: id,
      last_seen_at: this.reads.of(id),
      streams: this.streams.of(id).reduce((sum, { count }) => sum + (count?.open ?? 0), 0),
      complete,
      ...(mayAllow && { refused_origins: this.refused.of([id, addressBlock(ip)]) }),
    }));
  }
}
