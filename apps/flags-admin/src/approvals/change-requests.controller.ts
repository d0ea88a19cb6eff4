import {
  ChangeRequestActionRequest,
  ChangeRequestView,
  CreateChangeRequestRequest,
  FLAGS_REQUESTED_AT_MOST,
  ListChangeRequestsQuery,
  nextLink,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMMENT, NOTE } from '../change-rules/note-headers.js';
import { answerPositioned, POSITIONS } from '../flags/position.js';
import { ActOnChangeRequestService } from './act-on-change-request.service.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

/** Each of the 50 flags has ten. */
const VALUES_OF_A_REQUEST = 10 * FLAGS_REQUESTED_AT_MOST + 5;

/** Changes of values that other members approve first. */
@ApiTags('change requests')
@Controller('api')
export class ChangeRequestsController {
  constructor(
    private readonly requests: ChangeRequestsQuery,
    private readonly creation: CreateChangeRequestService,
    private readonly actions: ActOnChangeRequestService,
  ) {}

  /** Can be applied at once if the environment requires no approval. */
  @Post('environments/:envId/change-requests')
  @Endpoint({
    summary: 'Create a change request in an environment',
    policy: 'editor',
    takes: [RouteConfig({ valuesAtMost: VALUES_OF_A_REQUEST }), COMMENT],
    status: 201,
    answers: ChangeRequestView,
    refuses: ['flag_archived', 'quota_exceeded'],
  })
  createChangeRequest(
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: CreateChangeRequestRequest,
  ): Promise<ChangeRequestView> {
    return this.creation.create(user, projectId, environmentId, body);
  }

  @Get('projects/:id/change-requests')
  @Endpoint({ summary: 'List change requests, newest first', policy: 'viewer', answers: [ChangeRequestView] })
  async listChangeRequests(
    @Param('id') _projectId: string,
    @Member() { projectId }: Membership,
    @Query() query: ListChangeRequestsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangeRequestView[]> {
    const { requests, next } = await this.requests.page(projectId, query);
    if (next) void reply.header('link', nextLink(request.url, next));
    return requests;
  }

  @Get('projects/:id/change-requests/:requestId')
  @Endpoint({
    summary: 'Get a change request with old and new values',
    policy: 'viewer',
    answers: ChangeRequestView,
  })
  getChangeRequest(
    @Param('id') _projectId: string,
    @Param('requestId', ResourceId) requestId: string,
    @Member() { projectId }: Membership,
  ): Promise<ChangeRequestView> {
    return this.requests.one(projectId, requestId);
  }

  /** Applies exactly what was approved, all or none. A value that has changed since makes the request out of date. */
  @Post('projects/:id/change-requests/:requestId/actions')
  @Endpoint({
    summary: 'Submit, approve, reject or apply a change request',
    policy: 'environment-editor',
    takes: [NOTE],
    answers: { type: ChangeRequestView, headers: POSITIONS },
    refuses: [
      'session_required',
      'limit_exceeded',
      'flag_archived',
      'flag_set_too_large',
      'precondition_required',
      'request_not_ready',
      'value_changed',
    ],
  })
  actOnChangeRequest(
    @Param('id') _projectId: string,
    @Param('requestId', ResourceId) requestId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: ChangeRequestActionRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangeRequestView> {
    return answerPositioned(reply, this.actions.act(user, projectId, requestId, body));
  }
}
