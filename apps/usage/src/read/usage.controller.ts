import {
  EnvironmentUsage,
  FlagEnvironmentUsage,
  FlagUsageQuery as FlagUsageParameters,
  FlagUsageSummary,
  nextLink,
  ProjectUsageQuery as ProjectUsageParameters,
} from '@burgee/contracts/http';
import { type CountedRequest, LargeRead, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { Member, type Membership } from '@burgee/session';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentUsageQuery } from './environment-usage.query.js';
import { FlagUsageQuery } from './flag-usage.query.js';
import { ProjectUsageQuery } from './project-usage.query.js';

/** To sum up a count takes Postgres about as long as to answer with so many bytes. */
const BYTES_OF_COUNT = 2;
/** What a read that fails is paid for: Postgres gives up after two seconds, and does not say what it has read by then. */
const BYTES_OF_MILLISECOND = 1_000;

/** Runs a read that is paid for by what it sums up, which may be much more than it answers. */
async function counted<T extends { read: number }>(request: CountedRequest, read: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    const found = await read;
    request.readBeside = found.read * BYTES_OF_COUNT;
    return found;
  } catch (error) {
    request.readBeside = (performance.now() - startedAt) * BYTES_OF_MILLISECOND;
    throw error;
  }
}

@ApiTags('usage')
@Controller('api')
@RequirePolicy('viewer')
export class UsageController {
  constructor(
    private readonly ofFlags: ProjectUsageQuery,
    private readonly ofFlag: FlagUsageQuery,
    private readonly ofEnvironment: EnvironmentUsageQuery,
  ) {}

  /** When each flag was evaluated last, and how often: in the order of their ids. */
  @Get('projects/:id/usage')
  @ApiOperation({ operationId: 'listFlagUsage', summary: 'List how the flags of a project are used' })
  @LargeRead()
  @ApiOkResponse({ type: [FlagUsageSummary] })
  async flags(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor, limit, environment }: ProjectUsageParameters,
    @Req() request: FastifyRequest & CountedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FlagUsageSummary[]> {
    const { flags, next } = await counted(request, this.ofFlags.page(projectId, environment, cursor, limit));
    if (next) void reply.header('link', nextLink(request.url, next));
    return flags;
  }

  /** By environment: when, how often, with which answers and by whom a flag is evaluated. */
  @Get('flags/:flagId/usage')
  @ApiOperation({ operationId: 'getFlagUsage', summary: 'Show how a flag is used' })
  @LargeRead()
  @ApiOkResponse({ type: [FlagEnvironmentUsage] })
  async flag(
    @Param('flagId', ResourceId) flagId: string,
    @Member() { projectId }: Membership,
    @Query() { environment, days }: FlagUsageParameters,
    @Req() request: CountedRequest,
  ): Promise<FlagEnvironmentUsage[]> {
    const { usage } = await counted(request, this.ofFlag.of(projectId, flagId, environment, days));
    return usage;
  }

  /** Which applications report, with which SDK and at which position, and which keys they evaluate that do not exist. */
  @Get('projects/:id/environments/:envId/usage')
  @ApiOperation({ operationId: 'getEnvironmentUsage', summary: 'Show which applications use an environment' })
  @LargeRead()
  @ApiOkResponse({ type: EnvironmentUsage })
  environment(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @Member() { projectId }: Membership,
  ): Promise<EnvironmentUsage> {
    return this.ofEnvironment.of(projectId, environmentId);
  }
}
