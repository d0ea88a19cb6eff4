import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Fact, StoredFact } from '../changes/facts.js';
import type { Seat } from './seat.js';

/** Audit facts and doorbells do not wait for each other: those may be stuck for hours while these flow. */
export const LANES = ['doorbell', 'audit'] as const;
export type Lane = (typeof LANES)[number];

export const BATCH = 200;
const PRUNED_AT_ONCE = 1_000;
/** A row that was refused this often is poison: it is set aside for a human, so that others flow. */
const REFUSALS_AT_MOST = 5;
/** Nothing is put off for longer, so that after an outage of any length everything has been tried within seconds. */
const PUT_OFF_AT_MOST_SECONDS = 5;

const OF_LANE: Record<Lane, string> = { audit: `kind = 'audit'`, doorbell: `kind <> 'audit'` };

@Injectable()
export class OutboxRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Notes what was delivered. Audit entries live on in audit, so theirs go; changes stay as the log that streams
   * resume from. Losing this note in a crash only repeats a delivery, so it does not wait for the disk.
   */
  async confirm(facts: readonly Fact[]): Promise<void> {
    const ids = (kinds: (kind: Fact['kind']) => boolean) =>
      facts.filter((fact) => kinds(fact.kind)).map((fact) => fact.event_id);
    const [kept, spent] = [ids((kind) => kind.startsWith('flag_')), ids((kind) => !kind.startsWith('flag_'))];
    await this.database.sql`
      with relaxed as (select set_config('synchronous_commit', 'off', true)),
      spent as (delete from flags.outbox using relaxed where event_id = any(${spent}::uuid[]))
      update flags.outbox set delivered_at = now() from relaxed where event_id = any(${kept}::uuid[])`;
  }

  /**
   * What nobody has confirmed yet, oldest first, read from the leader's seat. The newest are left to the write that
   * made them. A row from the future, as after a clock was set back, is as open as an old one.
   */
  open(seat: Seat, lane: Lane): Promise<StoredFact[]> {
    return seat.query<StoredFact>(
      `select event_id, kind, environment_id, revision, payload, created_at as occurred_at,
              (select epoch from flags.installation) as epoch
       from flags.outbox
       where delivered_at is null and set_aside_at is null and ${OF_LANE[lane]}
         and created_at not between clock_timestamp() - interval '300 milliseconds' and clock_timestamp()
         and (retry_at is null
              or retry_at not between clock_timestamp() and clock_timestamp() + make_interval(secs => $1))
       order by created_at, event_id
       limit ${BATCH}`,
      [PUT_OFF_AT_MOST_SECONDS],
    );
  }

  /** Notes that a fact was refused, as against not answered. @returns whether it was set aside for it */
  async refused(fact: Fact, reason: string): Promise<boolean> {
    const [rows] = await this.database.sql<[{ set_aside: boolean }[], number]>`
      update flags.outbox
      set attempts = attempts + 1, last_error = ${reason},
          retry_at = clock_timestamp() + least(attempts * 0.3, ${PUT_OFF_AT_MOST_SECONDS}) * interval '1 second',
          set_aside_at = case when attempts + 1 >= ${REFUSALS_AT_MOST} then now() end
      where event_id = ${fact.event_id}
      returning set_aside_at is not null as set_aside`;
    return rows[0]?.set_aside ?? false;
  }

  /** Lets a fact that got no answer wait for a moment, so that it does not keep others from their turn. */
  async putOff(fact: Fact, reason: string): Promise<void> {
    await this.database.sql`
      update flags.outbox
      set last_error = ${reason}, retry_at = clock_timestamp() + ${PUT_OFF_AT_MOST_SECONDS} * interval '1 second'
      where event_id = ${fact.event_id}`;
  }

  /** Forgets changes that no stream may resume from any more, a bounded number at once. @returns whether more may be left */
  async prune(retentionHours: number): Promise<boolean> {
    const [, pruned] = await this.database.sql<[unknown, number]>`
      delete from flags.outbox
      where event_id in (
        select event_id from flags.outbox
        where delivered_at < now() - make_interval(hours => ${retentionHours})
        limit ${PRUNED_AT_ONCE})`;
    return pruned === PRUNED_AT_ONCE;
  }
}
