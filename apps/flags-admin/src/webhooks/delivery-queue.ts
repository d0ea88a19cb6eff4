import type { DeliveryState, WebhookFormat } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DeliveryContent } from './render-delivery.js';

/** A delivery that is not recorded within this time, because its process died, is due again: longer than an attempt may take. */
const LEASE_SECONDS = 20;

/** Deliveries of one webhook that one process sends at a time, so that an endpoint that hangs does not take all. */
const [OF_WEBHOOK, OF_FAILING] = [4, 1];

/** A delivery that this process alone sends, for as long as its lease. */
export interface ClaimedDelivery extends DeliveryContent {
  webhook_id: string;
  attempts: number;
  /** Until it is given up. */
  left_ms: number;
  url: string;
  format: WebhookFormat;
  secret: Buffer;
  previous_secret: Buffer | null;
}

/** What an attempt came to, as it is stored. */
export interface RecordedAttempt {
  state: DeliveryState;
  delayMs: number | null;
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
  /** Whether it counts for how long the webhook has failed: a test does not. */
  counts: boolean;
}

/** Deliveries that wait. Several processes may claim at once: each row goes to one of them. */
@Injectable()
export class DeliveryQueue {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The oldest that are due, by the database's clock. It goes from webhook to webhook, past all that waits for each, so a look
   * takes no longer where much is due.
   * @param underWay how many this process sends, by webhook; one that has its share is passed over
   */
  async claim(atMost: number, underWay: ReadonlyMap<string, number>): Promise<ClaimedDelivery[]> {
    const busy = JSON.stringify([...underWay].map(([webhook_id, count]) => ({ webhook_id, count })));
    const [rows] = await this.database.sql<[ClaimedDelivery[], number]>`
      with recursive waiting as (
        (select webhook_id from flags.webhook_deliveries where state = 'waiting' order by webhook_id limit 1)
        union all
        select (select d.webhook_id from flags.webhook_deliveries d
                where d.state = 'waiting' and d.webhook_id > waiting.webhook_id order by d.webhook_id limit 1)
        from waiting where waiting.webhook_id is not null
      ), due as materialized (
        select d.webhook_id, d.event_id
        from waiting
        left join json_to_recordset(${busy}::json) as busy(webhook_id uuid, count int) on busy.webhook_id = waiting.webhook_id
        cross join lateral (
          select case when failing_since is null then ${OF_WEBHOOK}::int else ${OF_FAILING}::int end
                 - coalesce(busy.count, 0) as free
          from flags.webhooks where id = waiting.webhook_id and disabled_at is null limit 1
        ) w
        cross join lateral (
          select webhook_id, event_id, next_attempt_at from flags.webhook_deliveries
          where webhook_id = waiting.webhook_id and state = 'waiting' and next_attempt_at <= now()
          order by next_attempt_at limit greatest(w.free, 0)
        ) d
        order by d.next_attempt_at limit ${atMost}::int
      ), chosen as (
        select d.webhook_id, d.event_id
        from due cross join lateral (
          select webhook_id, event_id from flags.webhook_deliveries
          where webhook_id = due.webhook_id and event_id = due.event_id and state = 'waiting' and next_attempt_at <= now()
          for update skip locked
        ) d
      )
      update flags.webhook_deliveries d
      set attempts = d.attempts + 1, last_attempt_at = clock_timestamp(),
          next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      from chosen join flags.webhooks w on w.id = chosen.webhook_id
      where d.webhook_id = chosen.webhook_id and d.event_id = chosen.event_id and w.disabled_at is null
      returning d.webhook_id, d.event_id, d.type, d.payload, d.occurred_at, d.attempts,
        (extract(epoch from d.retry_until - clock_timestamp()) * 1000)::float8 as left_ms, w.url, w.format, w.secret,
        case when w.previous_secret_expires_at > clock_timestamp() then w.previous_secret end as previous_secret`;
    return rows;
  }

  /**
   * Not where another process has claimed it meanwhile.
   * @returns since when every attempt at this webhook has failed, in milliseconds; null where the last one did not
   */
  async record(
    { webhook_id, event_id, attempts }: ClaimedDelivery,
    { state, delayMs, status, error, answer, durationMs, counts }: RecordedAttempt,
  ): Promise<number | null> {
    const [rows] = await this.database.sql<[{ failing_ms: number | null }[], number]>`
      with recorded as (
        update flags.webhook_deliveries
        set state = ${state}, status = ${status}::int, error = ${error}, answer = ${answer},
            duration_ms = ${durationMs}::int,
            next_attempt_at = case when ${state} = 'waiting'
              then clock_timestamp() + ${delayMs ?? 0}::float8 * interval '1 millisecond' end
        where webhook_id = ${webhook_id} and event_id = ${event_id} and attempts = ${attempts} and state = 'waiting'
      )
      update flags.webhooks
      set failing_since = case when ${state} <> 'delivered' then coalesce(failing_since, clock_timestamp()) end
      where id = ${webhook_id} and ${counts}::boolean and (${state} <> 'delivered' or failing_since is not null)
      returning (extract(epoch from clock_timestamp() - failing_since) * 1000)::float8 as failing_ms`;
    return rows[0]?.failing_ms ?? null;
  }
}
