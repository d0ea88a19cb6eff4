import type { DeliveryState, WebhookFormat } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DeliveryContent } from './render-delivery.js';
import type { DueWebhook, Turn } from './share-turns.js';

/** A delivery that is not recorded within this time, because its process died, is due again: longer than an attempt may take. */
const LEASE_SECONDS = 20;

/** Where a look at the webhooks of an account begins. */
export interface AccountPlace {
  account_id: string;
  /** The last webhook that was looked at. */
  after: string;
}

/** A webhook for which something waits. */
export interface WaitingWebhook extends DueWebhook {
  is_due: boolean;
}

/** A delivery that this process alone sends, for as long as its lease. */
export interface ClaimedDelivery extends DeliveryContent {
  webhook_id: string;
  account_id: string;
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

  /** The accounts for which something waits, a bounded number. It goes from one to the next, past all that waits for each. */
  async accounts(after: string, atMost: number): Promise<string[]> {
    const rows = await this.database.sql<{ account_id: string }[]>`
      with recursive waiting as (
        (select account_id, 1 as step from flags.webhook_deliveries
         where state = 'waiting' and account_id > ${after}::uuid order by account_id limit 1)
        union all
        select (select d.account_id from flags.webhook_deliveries d
                where d.state = 'waiting' and d.account_id > waiting.account_id order by d.account_id limit 1), step + 1
        from waiting where waiting.account_id is not null and step < ${atMost}::int
      )
      select account_id from waiting where account_id is not null order by account_id`;
    return rows.map(({ account_id }) => account_id);
  }

  /**
   * Of each account the webhooks for which something waits, a bounded number, also what is not due. With a limit, webhooks are looked up one
   * by one: Postgres would rather read all there are.
   */
  webhooks(places: readonly AccountPlace[], atMost: number): Promise<WaitingWebhook[]> {
    return this.database.sql<WaitingWebhook[]>`
      with recursive waiting as (
        select place.account_id, 1 as step,
               (select d.webhook_id from flags.webhook_deliveries d
                where d.state = 'waiting' and d.account_id = place.account_id and d.webhook_id > place.after
                order by d.webhook_id limit 1) as webhook_id
        from json_to_recordset(${JSON.stringify(places)}::json) as place(account_id uuid, after uuid)
        union all
        select waiting.account_id, step + 1,
               (select d.webhook_id from flags.webhook_deliveries d
                where d.state = 'waiting' and d.account_id = waiting.account_id and d.webhook_id > waiting.webhook_id
                order by d.webhook_id limit 1)
        from waiting where waiting.webhook_id is not null and step < ${atMost}::int
      )
      select waiting.account_id, waiting.webhook_id, w.is_failing, w.is_enabled and first.next_attempt_at <= now() as is_due
      from waiting
      cross join lateral (
        select failing_since is not null as is_failing, disabled_at is null as is_enabled
        from flags.webhooks where id = waiting.webhook_id limit 1
      ) w
      cross join lateral (
        select d.next_attempt_at from flags.webhook_deliveries d
        where d.state = 'waiting' and d.account_id = waiting.account_id and d.webhook_id = waiting.webhook_id
        order by d.next_attempt_at limit 1
      ) first
      order by waiting.account_id, waiting.webhook_id`;
  }

  /** The oldest of each webhook, by the database's clock. */
  async claim(turns: readonly Turn[]): Promise<ClaimedDelivery[]> {
    const [rows] = await this.database.sql<[ClaimedDelivery[], number]>`
      with chosen as (
        select d.webhook_id, d.event_id
        from json_to_recordset(${JSON.stringify(turns)}::json) as turn(webhook_id uuid, count int)
        cross join lateral (
          select webhook_id, event_id from flags.webhook_deliveries
          where webhook_id = turn.webhook_id and state = 'waiting' and next_attempt_at <= now()
          order by next_attempt_at limit turn.count for update skip locked
        ) d
      )
      update flags.webhook_deliveries d
      set attempts = d.attempts + 1, last_attempt_at = clock_timestamp(),
          next_attempt_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int)
      from chosen join flags.webhooks w on w.id = chosen.webhook_id join flags.projects p on p.id = w.project_id
      where d.webhook_id = chosen.webhook_id and d.event_id = chosen.event_id and w.disabled_at is null
      returning d.webhook_id, d.event_id, d.type, d.payload, d.occurred_at, d.attempts,
        (extract(epoch from d.retry_until - clock_timestamp()) * 1000)::float8 as left_ms,
        coalesce(p.created_by, p.id) as account_id, w.url, w.format, w.secret,
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
