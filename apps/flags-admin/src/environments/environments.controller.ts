import {
  AddEnvironmentRequest,
  EnvironmentView,
  Message,
  nextLink,
  PageQuery,
  RotatedClientKey,
  RotatedSdkKey,
  RotateKeyRequest,
  UpdateEnvironmentRequest,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId, WITH_KEYS } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NOTE } from '../change-rules/note-headers.js';
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
  @Endpoint({
    summary: 'Create an environment',
    policy: 'admin',
    status: 201,
    answers: EnvironmentView,
    refuses: ['duplicate', 'flag_set_too_large'],
  })
  createEnvironment(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: AddEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.creation.create(user, member, body);
  }

  @Get()
  @Header('cache-control', WITH_KEYS)
  @Endpoint({ summary: "List a project's environments", policy: 'viewer', answers: [EnvironmentView] })
  async listEnvironments(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EnvironmentView[]> {
    const { environments, next } = await this.environments.page(user, projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return environments;
  }

  @Patch(':envId')
  @Endpoint({
    summary: 'Update an environment',
    policy: 'admin',
    takes: [NOTE],
    answers: EnvironmentView,
    refuses: ['duplicate'],
  })
  updateEnvironment(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    return this.updates.update(user, member, environmentId, body);
  }

  @Delete(':envId')
  @Endpoint({
    summary: 'Delete an environment, its values and its keys',
    policy: 'admin',
    takes: [NOTE],
    answers: Message,
    refuses: ['delete_too_large'],
  })
  async deleteEnvironment(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.deletion.delete(user, member, environmentId);
    return { message: 'Environment deleted successfully' };
  }

  @Post(':envId/rotate-sdk-key')
  @Endpoint({
    summary: "Rotate an environment's SDK key",
    policy: 'admin',
    takes: [ApiBody({ type: RotateKeyRequest, required: false })],
    answers: RotatedSdkKey,
  })
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
  @Endpoint({
    summary: "Rotate an environment's client key",
    policy: 'admin',
    takes: [ApiBody({ type: RotateKeyRequest, required: false })],
    answers: RotatedClientKey,
  })
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
