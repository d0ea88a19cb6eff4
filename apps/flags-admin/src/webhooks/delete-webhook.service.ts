import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { webhookAuditValues } from './webhook-row.js';
import { deleteWebhook, lockWebhook } from './webhook.repository.js';

@Injectable()
export class DeleteWebhookService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the webhook with its deliveries. Waiting ones are not sent. */
  async delete(actor: CurrentUser, { projectId }: Membership, id: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      const webhook = await lockWebhook(change.manager, projectId, id);
      await deleteWebhook(change.manager, id);
      change.audit({
        action: 'webhook_delete',
        project_id: projectId,
        old_values: webhookAuditValues(webhook),
        new_values: null,
      });
    });
  }
}
