import {
  CreateWebhookRequest,
  Message,
  RotateWebhookSecretRequest,
  UpdateWebhookRequest,
  WebhookView,
  WebhookWithSecret,
} from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CreateWebhookService } from './create-webhook.service.js';
import { DeleteWebhookService } from './delete-webhook.service.js';
import { RotateWebhookSecretService } from './rotate-webhook-secret.service.js';
import { UpdateWebhookService } from './update-webhook.service.js';
import { toWebhookView } from './webhook-row.js';
import { listWebhooks } from './webhook.repository.js';

/** Webhooks of a project. Only for admins, because a URL may contain a secret. */
@ApiTags('webhooks')
@Controller('api/projects/:id/webhooks')
export class WebhooksController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly creation: CreateWebhookService,
    private readonly updates: UpdateWebhookService,
    private readonly deletion: DeleteWebhookService,
    private readonly secrets: RotateWebhookSecretService,
  ) {}

  @Get()
  @Endpoint({ summary: "List a project's webhooks", policy: 'admin', answers: [WebhookView] })
  async listWebhooks(@Param('id') _projectId: string, @Member() { projectId }: Membership): Promise<WebhookView[]> {
    return (await listWebhooks(this.database.manager, projectId)).map((row) => toWebhookView(row));
  }

  @Post()
  @Endpoint({
    summary: 'Create a webhook and get its secret, shown only once',
    policy: 'admin',
    status: 201,
    answers: WebhookWithSecret,
    refuses: ['quota_exceeded'],
  })
  createWebhook(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: CreateWebhookRequest,
  ): Promise<WebhookWithSecret> {
    return this.creation.create(user, member, body);
  }

  @Patch(':webhookId')
  @Endpoint({
    summary: 'Update, disable or enable a webhook',
    policy: 'admin',
    answers: WebhookView,
    refuses: ['webhook_disabled'],
  })
  updateWebhook(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: UpdateWebhookRequest,
  ): Promise<WebhookView> {
    return this.updates.update(user, member, webhookId, body);
  }

  @Delete(':webhookId')
  @Endpoint({ summary: 'Delete a webhook and its deliveries', policy: 'admin', answers: Message })
  async deleteWebhook(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
  ): Promise<Message> {
    await this.deletion.delete(user, member, webhookId);
    return { message: 'Webhook deleted successfully' };
  }

  /** The webhook becomes yours. If it was disabled for its author, the old secret ends and it is enabled. */
  @Post(':webhookId/rotate-secret')
  @Endpoint({
    summary: "Rotate a webhook's secret; the old one also signs for a while",
    policy: 'admin',
    takes: [ApiBody({ type: RotateWebhookSecretRequest, required: false })],
    answers: WebhookWithSecret,
  })
  rotateWebhookSecret(
    @Param('id') _projectId: string,
    @Param('webhookId', ResourceId) webhookId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: RotateWebhookSecretRequest,
  ): Promise<WebhookWithSecret> {
    return this.secrets.rotate(user, member, webhookId, body.grace_seconds);
  }
}
