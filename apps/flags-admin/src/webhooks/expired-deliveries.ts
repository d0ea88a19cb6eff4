import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { START } from '../unit-of-work/start.js';
import { DisableWebhookService } from './disable-webhook.service.js';
import { OldestDueQuery } from './oldest-due.query.js';
import { oldestDue } from './webhook-metrics.js';

const EVERY_MILLISECONDS = 60_000;
/** The limit of one statement. */
const AT_ONCE = 1_000;
/** How long, and how many per webhook, finished deliveries are shown. */
const [KEPT_DAYS, KEPT_OF_WEBHOOK] = [7, 1_000];
/**
 * A webhook with more than this many deliveries older than this cannot keep up. A large import is sent within minutes.
 */
const [WAITING_AT_MOST, WAITING_MINUTES] = [10_000, 15];
/** The number of failing webhooks to log per run. */
const FAILED_SHOWN = 10;

/** Bounds the deliveries of each webhook: waiting ones in time and number, and the log of finished ones. */
@Injectable()
export class ExpiredDeliveries extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly disabling: DisableWebhookService,
    private readonly oldest: OldestDueQuery,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('webhook deliveries', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.eachStep({
      'giving up': () => this.untilNoneIsLeft(() => this.giveUp()),
      'forgetting secrets': () => this.untilNoneIsLeft(() => this.forgetSecrets()),
      'erasing names': () => this.eraseNames(),
      'deleting old ones': () => this.untilNoneIsLeft(() => this.deleteOld()),
      'bounding webhooks': () => this.boundWebhooks(),
      'reading the oldest': async () => oldestDue.set(await this.oldest.seconds()),
    });
  }

  /**
   * Expires deliveries that waited past their retry time, because their webhook was disabled. Attempts in progress end
   * by themselves.
   */
  private async giveUp(): Promise<number> {
    const [, given] = await this.database.sql<[unknown[], number]>`
      update flags.webhook_deliveries set state = 'failed', next_attempt_at = null, error = coalesce(error, 'not sent in time')
      where (webhook_id, event_id) in (
        select webhook_id, event_id from flags.webhook_deliveries
        where state = 'waiting' and retry_until < now() - interval '1 minute' and next_attempt_at <= now()
        order by retry_until limit ${AT_ONCE}::int for update skip locked)`;
    return given;
  }

  private async forgetSecrets(): Promise<number> {
    const [, forgotten] = await this.database.sql<[unknown[], number]>`
      update flags.webhooks set previous_secret = null, previous_secret_expires_at = null
      where id in (
        select id from flags.webhooks where previous_secret_expires_at <= now()
        limit ${AT_ONCE}::int for update skip locked)`;
    return forgotten;
  }

  /** Deleted accounts get the name that auth has given them. Deliveries of their last changes may be created after that. */
  private async eraseNames(): Promise<void> {
    await this.database.sql`
      update flags.webhook_deliveries d set payload = d.payload || jsonb_build_object('user_name', n.name)
      from session_read.inactive_user_v1 u join session_read.user_v1 n on n.user_id = u.user_id
      where u.is_removed and d.payload ->> 'user_id' = u.user_id::text and d.payload ->> 'user_name' <> n.name`;
  }

  private async deleteOld(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.webhook_deliveries where (webhook_id, event_id) in (
        select webhook_id, event_id from flags.webhook_deliveries
        where created_at <= now() - make_interval(days => ${KEPT_DAYS}::int) and state <> 'waiting'
        order by created_at limit ${AT_ONCE}::int)`;
    return deleted;
  }

  /**
   * Visits webhooks with recent deliveries, because only they can have too many. Each is bounded separately: a failure
   * in one, because its deliveries are too many or locked, does not stop the others.
   */
  private async boundWebhooks(): Promise<void> {
    const failed: Error[] = [];
    let [last, count] = [START, AT_ONCE];
    while (count === AT_ONCE && !this.stopped) {
      const webhooks = await this.webhooksAfter(last);
      for (const { id, is_busy } of webhooks) {
        if (!is_busy || this.stopped) continue;
        await this.bound(id).catch((error: unknown) => {
          if (failed.length < FAILED_SHOWN) failed.push(new Error(`webhook ${id}`, { cause: error }));
        });
      }
      [last, count] = [webhooks.at(-1)?.id ?? START, webhooks.length];
    }
    if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join());
  }

  private async bound(webhookId: string): Promise<void> {
    if (await this.isBacklogged(webhookId)) await this.disabling.disable(webhookId, 'backlog');
    await this.untilNoneIsLeft(() => this.deleteBeyond(webhookId));
  }

  private webhooksAfter(last: string): Promise<{ id: string; is_busy: boolean }[]> {
    return this.database.sql<{ id: string; is_busy: boolean }[]>`
      select w.id, exists (
        select from flags.webhook_deliveries d
        where d.webhook_id = w.id and d.created_at > now() - interval '1 hour') as is_busy
      from flags.webhooks w where w.id > ${last}::uuid order by w.id limit ${AT_ONCE}::int`;
  }

  /** Stops counting at the limit. */
  private async isBacklogged(webhookId: string): Promise<boolean> {
    const [row] = await this.database.sql<{ count: number }[]>`
      select count(*)::int as count from (
        select from flags.webhook_deliveries
        where webhook_id = ${webhookId} and state = 'waiting'
          and created_at < now() - make_interval(mins => ${WAITING_MINUTES}::int)
        limit ${WAITING_AT_MOST + 1}::int) waiting`;
    return (row?.count ?? 0) > WAITING_AT_MOST;
  }

  private async deleteBeyond(webhookId: string): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.webhook_deliveries where webhook_id = ${webhookId} and event_id in (
        select event_id from flags.webhook_deliveries
        where webhook_id = ${webhookId} and state <> 'waiting'
        order by created_at desc, event_id desc
        offset ${KEPT_OF_WEBHOOK}::int limit ${AT_ONCE}::int)`;
    return deleted;
  }
}
