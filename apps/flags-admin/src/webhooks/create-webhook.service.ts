import type { CreateWebhookRequest, WebhookWithSecret } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { decideWebhook } from './decide-webhook.js';
import { toWebhookView, webhookAuditValues } from './webhook-row.js';
import { WebhookRules } from './webhook-rules.js';
import { WebhookSecretVault } from './webhook-secret-vault.js';
import { insertWebhook, readWebhook } from './webhook.repository.js';

@Injectable()
export class CreateWebhookService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly rules: WebhookRules,
    private readonly vault: WebhookSecretVault,
  ) {}

  create(actor: CurrentUser, { projectId }: Membership, request: CreateWebhookRequest): Promise<WebhookWithSecret> {
    this.rules.assertUrl(request.url);
    const id = uuidv7();
    const { secret, ciphertext } = this.vault.mint(id);
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      await lockProject(manager, projectId);
      await this.quotas.roomForWebhook(manager, projectId);
      await this.rules.assertEnvironments(manager, projectId, request.environment_ids);
      const values = decideWebhook(actor.id, request, undefined, new Date());
      await insertWebhook(manager, { id, projectId, ciphertext }, actor.id, values);
      const row = await readWebhook(manager, projectId, id);
      change.audit({
        action: 'webhook_create',
        project_id: projectId,
        old_values: null,
        new_values: webhookAuditValues(row),
      });
      return { ...toWebhookView(row), secret };
    });
  }
}
