import { EnvironmentConnection } from '@burgee/contracts/http';
import { Endpoint } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { EnvironmentQuery } from '../environments/environment.query.js';
import { ConnectionsQuery } from './connections.query.js';

@ApiTags('environments')
@Controller('api/projects/:id/connections')
export class ConnectionsController {
  constructor(
    private readonly environments: EnvironmentQuery,
    private readonly connections: ConnectionsQuery,
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
    @Member() member: Membership,
    @Req() { ip }: FastifyRequest,
  ): Promise<EnvironmentConnection[]> {
    return this.connections.of(await this.environments.idsOf(member.projectId), member, ip);
  }
}
