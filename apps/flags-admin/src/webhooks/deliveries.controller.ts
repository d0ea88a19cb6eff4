import { DeliveriesPageQuery, DeliveryView, nextLink } from '@burgee/contracts/http';
import { Refuses, RequirePolicy, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeliveriesQuery } from './deliveries.query.js';
import { RequestDeliveryService } from './request-delivery.service.js';

/** What was sent to a webhook, and what is sent because somebody asks for it. */
@ApiTags('webhooks')
@Controller('api/projects/:id/webhooks')
@RequirePolicy('admin')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesQuery,
    private readonly requests: RequestDeliveryService,
  ) {}

  @Post(':webhookId/test')
  @ApiOperation({ operationId: 'testWebhook', summary: 'Send a test to a webhook' })
  @Refuses('webhook_disabled')
  @ApiCreatedResponse({ type: DeliveryView })
  test(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<DeliveryView> {
    return this.requests.test(user, member, webhookId);
  }

  /** Newest first. Those of the last 7 days, 1,000 at most, and whatever waits. */
  @Get(':webhookId/deliveries')
  @ApiOperation({ operationId: 'listWebhookDeliveries', summary: 'List what was sent to a webhook, and what waits' })
  @ApiOkResponse({ type: [DeliveryView] })
  async list(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @Member() { projectId }: Membership,
    @Query() { cursor, limit }: DeliveriesPageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeliveryView[]> {
    const { deliveries, next } = await this.deliveries.page(projectId, webhookId, cursor, limit);
    if (next) void reply.header('link', nextLink(request.url, next));
    return deliveries;
  }

  @Post(':webhookId/deliveries/:deliveryId/redeliver')
  @ApiOperation({ operationId: 'redeliverWebhook', summary: 'Send a delivery again, with the same webhook-id' })
  @Refuses('webhook_disabled')
  @HttpCode(200)
  @ApiOkResponse({ type: DeliveryView })
  redeliver(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @Param('deliveryId', ResourceId) deliveryId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<DeliveryView> {
    return this.requests.again(user, member, webhookId, deliveryId);
  }
}
