import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DisableWebhookService } from './disable-webhook.service.js';
import { oldestDue } from './webhook-metrics.js';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;
/** What was sent, or given up, is shown for so long, and so many of one webhook. */
const [KEPT_DAYS, KEPT_OF_WEBHOOK] = [7, 1_000];
/** A webhook for which more than this has waited for so long cannot keep up. A large import is sent within minutes. */
const [WAITING_AT_MOST, WAITING_MINUTES] = [10_000, 15];

/** Keeps the deliveries of each webhook bounded: those that wait, in time and number, and the log of the others. */
@Injectable()
export class ExpiredDeliveries extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly disabling: DisableWebhookService,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('webhook deliveries', EVERY_MILLISECONDS, logger);
  }

  protected async deleteExpired(): Promise<void> {
    await this.giveUp();
    await this.database.sql`
      update flags.webhooks set previous_secret = null, previous_secret_expires_at = null
      where previous_secret_expires_at <= now()`;
    await this.untilNoneIsLeft(() => this.deleteOld());
    for (const { webhook_id, waiting } of await this.busy()) {
      if (waiting > WAITING_AT_MOST) await this.disabling.disable(webhook_id, 'backlog');
      await this.untilNoneIsLeft(() => this.deleteBeyond(webhook_id));
    }
    const [row] = await this.database.sql<[{ seconds: number }]>`
      select coalesce(extract(epoch from now() - min(d.next_attempt_at)), 0)::float8 as seconds
      from flags.webhook_deliveries d join flags.webhooks w on w.id = d.webhook_id
      where d.state = 'waiting' and w.disabled_at is null and d.next_attempt_at <= now()`;
    oldestDue.set(row.seconds);
  }

  /** What waits longer than it is retried for, because its webhook was disabled. What is under way ends by itself. */
  private async giveUp(): Promise<void> {
    await this.database.sql`
      update flags.webhook_deliveries set state = 'failed', next_attempt_at = null, error = coalesce(error, 'not sent in time')
      where state = 'waiting' and retry_until < now() - interval '1 minute' and next_attempt_at <= now()`;
  }

  private async deleteOld(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.webhook_deliveries where (webhook_id, event_id) in (
        select webhook_id, event_id from flags.webhook_deliveries
        where created_at <= now() - make_interval(days => ${KEPT_DAYS}::int) and state <> 'waiting'
        order by created_at limit ${DELETED_AT_ONCE}::int)`;
    return deleted;
  }

  /** Those that had anything to send lately; only they may have become too many. */
  private busy(): Promise<{ webhook_id: string; waiting: number }[]> {
    return this.database.sql<{ webhook_id: string; waiting: number }[]>`
      select webhook_id, (select count(*) from flags.webhook_deliveries d
                          where d.webhook_id = lately.webhook_id and d.state = 'waiting'
                            and d.created_at < now() - make_interval(mins => ${WAITING_MINUTES}::int)) as waiting
      from (select distinct webhook_id from flags.webhook_deliveries
            where created_at > now() - interval '1 hour') lately`;
  }

  private async deleteBeyond(webhookId: string): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.webhook_deliveries where webhook_id = ${webhookId} and event_id in (
        select event_id from flags.webhook_deliveries
        where webhook_id = ${webhookId} and state <> 'waiting'
        order by created_at desc, event_id desc
        offset ${KEPT_OF_WEBHOOK}::int limit ${DELETED_AT_ONCE}::int)`;
    return deleted;
  }
}
