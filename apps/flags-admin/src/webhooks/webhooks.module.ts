import { Module } from '@nestjs/common';
import { CreateWebhookService } from './create-webhook.service.js';
import { DeleteWebhookService } from './delete-webhook.service.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesQuery } from './deliveries.query.js';
import { DeliveryQueue } from './delivery-queue.js';
import { DisableWebhookService } from './disable-webhook.service.js';
import { ExpiredDeliveries } from './expired-deliveries.js';
import { OldestDueQuery } from './oldest-due.query.js';
import { PostThreads } from './post-threads.js';
import { RequestDeliveryService } from './request-delivery.service.js';
import { RotateWebhookSecretService } from './rotate-webhook-secret.service.js';
import { UpdateWebhookService } from './update-webhook.service.js';
import { WebhookRules } from './webhook-rules.js';
import { WebhookSecretVault } from './webhook-secret-vault.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    WebhookRules,
    WebhookSecretVault,
    CreateWebhookService,
    UpdateWebhookService,
    DeleteWebhookService,
    RotateWebhookSecretService,
    DeliveriesQuery,
    RequestDeliveryService,
    DisableWebhookService,
    DeliveryQueue,
    { provide: PostThreads, inject: [WebhookRules], useFactory: (rules: WebhookRules) => new PostThreads(rules) },
    WebhookSender,
    OldestDueQuery,
    ExpiredDeliveries,
  ],
})
export class WebhooksModule {}
