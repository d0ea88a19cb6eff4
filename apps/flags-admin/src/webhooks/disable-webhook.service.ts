import type { WebhookDisabledReason } from '@burgee/contracts/http';
import { NOBODY } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Change } from '../unit-of-work/change.js';
import { inTransaction } from '../unit-of-work/in-transaction.js';
import { storeMessages } from '../unit-of-work/store-messages.js';
import { disabledTotal } from './webhook-metrics.js';

/** Burgee, on account of a webhook. */
const byWebhook = (id: string): CurrentUser => ({
  ...NOBODY,
  email: '',
  sessionId: '',
  membership: null,
  provenance: { performed_by: { kind: 'webhook', id }, on_behalf_of: null, via: 'webhook', run: null },
});

/** Disables webhooks whose endpoint is gone, failing or too slow, and records it in the history as Burgee. */
@Injectable()
export class DisableWebhookService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async disable(webhookId: string, reason: Exclude<WebhookDisabledReason, 'manual' | 'author'>): Promise<void> {
    const project = await inTransaction(this.database, async (manager) => {
      const [rows] = await manager.sql<[{ project_id: string; name: string }[], number]>`
        update flags.webhooks set disabled_at = clock_timestamp(), disabled_reason = ${reason}
        where id = ${webhookId} and disabled_at is null
        returning project_id, name`;
      const [row] = rows;
      if (!row) return undefined;
      const { project_id, name } = row;
      const note = { action: 'webhook_disable', project_id, old_values: null, new_values: { name, reason } } as const;
      const change = new Change(manager, byWebhook(webhookId), null, undefined);
      change.audit(note);
      await storeMessages(change, 0);
      return project_id;
    });
    if (project === undefined) return;
    disabledTotal.inc({ reason });
    this.logger.warn({ webhook_id: webhookId, project_id: project, reason }, 'disabled a webhook');
  }
}
