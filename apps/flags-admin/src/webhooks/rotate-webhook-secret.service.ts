import { SECRET_GRACE_SECONDS, type WebhookWithSecret } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { decideRotation } from './decide-webhook.js';
import { toWebhookView } from './webhook-row.js';
import { WebhookSecretVault } from './webhook-secret-vault.js';
import { lockWebhook, readWebhook, replaceSecret } from './webhook.repository.js';

@Injectable()
export class RotateWebhookSecretService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: WebhookSecretVault,
  ) {}

  /** Ends an earlier grace, so that up to two secrets sign. Also enables a webhook that had lost its author. */
  rotate(
    actor: CurrentUser,
    { projectId }: Membership,
    id: string,
    graceSeconds = SECRET_GRACE_SECONDS,
  ): Promise<WebhookWithSecret> {
    const { secret, ciphertext } = this.vault.mint(id);
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      const before = await lockWebhook(manager, projectId, id);
      const { name } = before;
      const rotation = decideRotation(actor.id, before, graceSeconds);
      await replaceSecret(manager, id, ciphertext, rotation);
      const view = toWebhookView(await readWebhook(manager, projectId, id));
      change.audit({
        action: 'webhook_secret_rotate',
        project_id: projectId,
        old_values: { name, previous_secret_expires_at: view.previous_secret_expires_at },
        new_values: null,
      });
      if (rotation.vouches)
        change.audit({
          action: 'webhook_update',
          project_id: projectId,
          old_values: { name, is_enabled: false },
          new_values: { name, is_enabled: true },
        });
      return { ...view, secret };
    });
  }
}
