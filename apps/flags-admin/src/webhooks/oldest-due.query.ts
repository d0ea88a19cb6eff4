import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { START } from '../unit-of-work/start.js';

const WEBHOOKS_AT_ONCE = 2_000;

interface LastSeen {
  account_id: string;
  webhook_id: string;
  /** The longest wait in the rows of this statement. */
  seconds: number;
  /** Whether it reached its limit of rows. */
  is_full: boolean;
}

/** The age of the oldest due delivery. */
@Injectable()
export class OldestDueQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In seconds, or 0 when none is due. It jumps from webhook to webhook past the other waiting deliveries of each. */
  async seconds(): Promise<number> {
    let longest = 0;
    let place: LastSeen | undefined = { account_id: START, webhook_id: START, seconds: 0, is_full: true };
    while (place?.is_full) {
      place = await this.after(place);
      longest = Math.max(longest, place?.seconds ?? 0);
    }
    return longest;
  }

  private async after({ account_id, webhook_id }: LastSeen): Promise<LastSeen | undefined> {
    const [row] = await this.database.sql<LastSeen[]>`
      with recursive waiting as (
        select ${account_id}::uuid as account_id, ${webhook_id}::uuid as webhook_id, 0 as step
        union all
        select next.account_id, next.webhook_id, step + 1
        from waiting cross join lateral (
          select d.account_id, d.webhook_id from flags.webhook_deliveries d
          where d.state = 'waiting' and (d.account_id, d.webhook_id) > (waiting.account_id, waiting.webhook_id)
          order by d.account_id, d.webhook_id limit 1
        ) next
        where step < ${WEBHOOKS_AT_ONCE}::int
      )
      select waiting.account_id, waiting.webhook_id, step = ${WEBHOOKS_AT_ONCE}::int as is_full,
        greatest(0, max(extract(epoch from now() - first.next_attempt_at)) over ())::float8 as seconds
      from waiting left join lateral (
        select id from flags.webhooks where id = waiting.webhook_id and disabled_at is null limit 1
      ) w on true
      left join lateral (
        select d.next_attempt_at from flags.webhook_deliveries d
        where d.state = 'waiting' and d.account_id = waiting.account_id and d.webhook_id = w.id
        order by d.next_attempt_at limit 1
      ) first on true
      order by step desc limit 1`;
    return row;
  }
}
