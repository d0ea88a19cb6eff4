import {
  CreateEnvironmentRequest,
  EnvironmentView,
  Message,
  nextLink,
  PageQuery,
  RotatedClientKey,
  RotatedSdkKey,
  RotateKeyRequest,
  UpdateEnvironmentRequest,
} from '@burgee/contracts/http';
import { Refuses, RequirePolicy, ResourceId, WITH_KEYS } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TakesNote } from '../change-rules/takes-note.js';
import { CreateEnvironmentService } from './create-environment.service.js';
import { DeleteEnvironmentService } from './delete-environment.service.js';
import { EnvironmentQuery } from './environment.query.js';
import { RotateKeyService } from './rotate-key.service.js';
import { UpdateEnvironmentService } from './update-environment.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments')
export class EnvironmentsController {
  constructor(
    private readonly environments: EnvironmentQuery,
    private readonly creation: CreateEnvironmentService,
    private readonly updates: UpdateEnvironmentService,
    private readonly deletion: DeleteEnvironmentService,
    private readonly keys: RotateKeyService,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'createEnvironment', summary: 'Create an environment' })
  @Refuses('duplicate')
  @RequirePolicy('admin')
  @ApiCreatedResponse({ type: EnvironmentView })
  create(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: CreateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.creation.create(user, member, body);
  }

  @Get()
  @Header('cache-control', WITH_KEYS)
  @ApiOperation({ operationId: 'listEnvironments', summary: 'List the environments of a project' })
  @RequirePolicy('viewer')
  @ApiOkResponse({ type: [EnvironmentView] })
  async list(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EnvironmentView[]> {
    const { environments, next } = await this.environments.page(user.id, projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return environments;
  }

  @Patch(':envId')
  @ApiOperation({ operationId: 'updateEnvironment', summary: 'Change an environment' })
  @Refuses('duplicate')
  @RequirePolicy('admin')
  @ApiOkResponse({ type: EnvironmentView })
  update(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.updates.update(user, member, environmentId, body);
  }

  @Delete(':envId')
  @TakesNote()
  @ApiOperation({ operationId: 'deleteEnvironment', summary: 'Delete an environment with its values and keys' })
  @RequirePolicy('admin')
  @ApiOkResponse({ type: Message })
  async delete(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.deletion.delete(user, member, environmentId);
    return { message: 'Environment deleted successfully' };
  }

  @Post(':envId/rotate-sdk-key')
  @ApiOperation({ operationId: 'rotateSdkKey', summary: 'Give an environment a new SDK key' })
  @HttpCode(200)
  @RequirePolicy('admin')
  @ApiBody({ type: RotateKeyRequest, required: false })
  @ApiOkResponse({ type: RotatedSdkKey })
  async rotateSdkKey(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: RotateKeyRequest,
  ): Promise<RotatedSdkKey> {
    const rotation = { environmentId, kind: 'sdk', graceSeconds: body.grace_seconds ?? 0 } as const;
    const { key, previousKeyExpiresAt } = await this.keys.rotate(user, member, rotation);
    return { sdk_key: key, previous_key_expires_at: previousKeyExpiresAt };
  }

  @Post(':envId/rotate-client-key')
  @ApiOperation({ operationId: 'rotateClientKey', summary: 'Give an environment a new client key' })
  @HttpCode(200)
  @RequirePolicy('admin')
  @ApiBody({ type: RotateKeyRequest, required: false })
  @ApiOkResponse({ type: RotatedClientKey })
  async rotateClientKey(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: RotateKeyRequest,
  ): Promise<RotatedClientKey> {
    const rotation = { environmentId, kind: 'client', graceSeconds: body.grace_seconds ?? 0 } as const;
    const { key, previousKeyExpiresAt } = await this.keys.rotate(user, member, rotation);
    return { client_key: key, previous_key_expires_at: previousKeyExpiresAt };
  }
}
