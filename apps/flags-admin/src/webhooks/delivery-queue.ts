import type { DeliveryState, WebhookFormat } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DeliveryContent } from './render-delivery.js';

/**
 * A delivery without a recorded result after this time is due again, because its process died. Longer than an attempt
 * may take.
 */
const LEASE_SECONDS = 20;

/** Concurrent deliveries of one webhook per process, so that an endpoint that hangs cannot occupy all slots. */
const [OF_WEBHOOK, OF_FAILING] = [4, 1];

/** A delivery that only this process may send until its lease ends. */
export interface ClaimedDelivery extends DeliveryContent {
  webhook_id: string;
  attempts: number;
  /** The time until it expires. */
  left_ms: number;
  url: string;
  format: WebhookFormat;
  secret: Buffer;
  previous_secret: Buffer | null;
}

/** The stored result of an attempt. */
export interface RecordedAttempt {
  state: DeliveryState;
  delayMs: number | null;
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
  /** Whether it counts toward the failure time of the webhook. A test does not. */
  counts: boolean;
}

/** The queue of deliveries. Several processes may claim at once, and each row goes to one of them. */
@Injectable()
export class DeliveryQueue {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The oldest due deliveries, by the clock of the database. It jumps from webhook to webhook past the other waiting
   * deliveries of each, so it stays fast when much is due.
   * @param underWay how many this process is sending, by webhook. A webhook at its limit is skipped.
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
   * Does nothing if another process has claimed the delivery by now.
   * @returns for how long every attempt at this webhook has failed, in milliseconds, or null when the last one
   * succeeded
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
