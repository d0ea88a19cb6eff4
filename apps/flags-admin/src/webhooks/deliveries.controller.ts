import { DeliveriesPageQuery, DeliveryView, nextLink } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeliveriesQuery } from './deliveries.query.js';
import { RequestDeliveryService } from './request-delivery.service.js';

/** Deliveries of a webhook, and deliveries on request. */
@ApiTags('webhooks')
@Controller('api/projects/:id/webhooks')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesQuery,
    private readonly requests: RequestDeliveryService,
  ) {}

  @Post(':webhookId/test')
  @Endpoint({
    summary: 'Send a test to a webhook',
    policy: 'admin',
    status: 201,
    answers: DeliveryView,
    refuses: ['webhook_disabled'],
  })
  testWebhook(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<DeliveryView> {
    return this.requests.test(user, member, webhookId);
  }

  /** Newest first. All waiting deliveries, and others of the last 7 days, up to 1,000. */
  @Get(':webhookId/deliveries')
  @Endpoint({ summary: "List a webhook's sent and waiting deliveries", policy: 'admin', answers: [DeliveryView] })
  async listWebhookDeliveries(
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
  @Endpoint({
    summary: 'Redeliver with the same webhook-id',
    policy: 'admin',
    answers: DeliveryView,
    refuses: ['webhook_disabled'],
  })
  redeliverWebhook(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @Param('deliveryId', ResourceId) deliveryId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<DeliveryView> {
    return this.requests.again(user, member, webhookId, deliveryId);
  }
}
