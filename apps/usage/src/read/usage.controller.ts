import {
  EnvironmentUsage,
  FlagEnvironmentUsage,
  FlagUsageQuery as FlagUsageParameters,
  FlagUsageSummary,
  nextLink,
  ProjectUsageQuery as ProjectUsageParameters,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentUsageQuery } from './environment-usage.query.js';
import { FlagUsageQuery } from './flag-usage.query.js';
import { ProjectUsageQuery } from './project-usage.query.js';

@ApiTags('usage')
@Controller('api')
export class UsageController {
  constructor(
    private readonly ofFlags: ProjectUsageQuery,
    private readonly ofFlag: FlagUsageQuery,
    private readonly ofEnvironment: EnvironmentUsageQuery,
  ) {}

  /** The last evaluation and the counts of each flag, in the order of flag ids. */
  @Get('projects/:id/usage')
  @Endpoint({ summary: "List the usage of a project's flags", policy: 'viewer', answers: [FlagUsageSummary] })
  async listFlagUsage(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor, limit, environment }: ProjectUsageParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagUsageSummary[]> {
    const { flags, next } = await this.ofFlags.page(projectId, environment, cursor, limit);
    if (next) void reply.header('link', nextLink(request.url, next));
    return flags;
  }

  /** The evaluations of a flag by environment, with their variants and applications. */
  @Get('flags/:flagId/usage')
  @Endpoint({ summary: "Get a flag's usage", policy: 'viewer', answers: [FlagEnvironmentUsage] })
  getFlagUsage(
    @Param('flagId', ResourceId) flagId: string,
    @Member() { projectId }: Membership,
    @Query() { environment, days }: FlagUsageParameters,
  ): Promise<FlagEnvironmentUsage[]> {
    return this.ofFlag.of(projectId, flagId, environment, days);
  }

  /** The applications that report, with their SDKs and positions, and the evaluated keys that match no flag. */
  @Get('projects/:id/environments/:envId/usage')
  @Endpoint({ summary: 'List the applications that use an environment', policy: 'viewer', answers: EnvironmentUsage })
  getEnvironmentUsage(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentUsage> {
    return this.ofEnvironment.of(projectId, environmentId);
  }
}
