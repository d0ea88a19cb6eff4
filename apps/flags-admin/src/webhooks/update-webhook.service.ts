import type { UpdateWebhookRequest, WebhookView } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { decideWebhook } from './decide-webhook.js';
import { toWebhookView, webhookAuditValues, type WebhookRow } from './webhook-row.js';
import { WebhookRules } from './webhook-rules.js';
import { lockWebhook, updateWebhook } from './webhook.repository.js';

/** The difference for the audit entry: changed fields, and for a URL only that it changed. */
function difference(before: WebhookRow, after: WebhookRow) {
  const [from, to] = [webhookAuditValues(before), webhookAuditValues(after)];
  const names = Object.keys(to).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  // The name identifies the webhook in the history, so it is always included.
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(['name', ...names].map((name) => [name, values[name]]));
  const address = before.url === after.url ? {} : { address_changed: true };
  return names.length === 0 && before.url === after.url
    ? undefined
    : { old_values: pick(from), new_values: { ...pick(to), ...address } };
}

@Injectable()
export class UpdateWebhookService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: WebhookRules,
  ) {}

  update(
    actor: CurrentUser,
    { projectId }: Membership,
    id: string,
    request: UpdateWebhookRequest,
  ): Promise<WebhookView> {
    this.rules.assertUrl(request.url);
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      const before = await lockWebhook(manager, projectId, id);
      await this.rules.assertEnvironments(manager, projectId, request.environment_ids);
      const after = { ...before, ...decideWebhook(actor.id, request, before, new Date()) };
      const differs = difference(before, after);
      if (!differs) return toWebhookView(before);
      await updateWebhook(manager, id, after);
      change.audit({ action: 'webhook_update', project_id: projectId, ...differs });
      return toWebhookView(after);
    });
  }
}
