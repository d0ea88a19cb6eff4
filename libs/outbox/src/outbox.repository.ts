import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { LeaderLock } from './leader-lock.js';
import { makesRevision, type NewOutboxMessage, type OutboxMessage, type Topic } from './outbox-message.js';
import { OUTBOX_OPTIONS, type OutboxOptions } from './outbox-options.js';

export const BATCH = 200;
/** Byte limit of a read, plus one message: a flag in many environments takes megabytes. */
const BATCH_BYTES = 8 * 1024 * 1024;
const PRUNED_AT_ONCE = 1_000;
/** A message refused this often is dead-lettered for a human, so that others flow. */
const MAX_REFUSALS = 5;
/** The longest delay of a retry, so that after any outage everything is tried within seconds. */
const MAX_POSTPONED_SECONDS = 5;

/**
 * Half of NATS' default message limit: from here on, a message may travel by reference. Their index has the same
 * number.
 */
const LARGE_BYTES = 524_288;

const OF_TOPIC: Record<Topic, string> = {
  audit: `kind = 'audit' and payload_bytes <= ${LARGE_BYTES}`,
  change: `kind <> 'audit'`,
};
const LARGE = `kind = 'audit' and payload_bytes > ${LARGE_BYTES}`;

/** The parameters for reads of pending messages. */
const WAITING = [MAX_POSTPONED_SECONDS, BATCH_BYTES];

/** The statements over one outbox table. */
@Injectable()
export class OutboxRepository {
  /** Raw statement text, not a parameter: a constant of the code, see OutboxOptions. */
  private readonly table: () => string;
  private readonly hold: () => string;
  private readonly except: () => string;
  private readonly consume: () => string;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(OUTBOX_OPTIONS) private readonly options: Pick<OutboxOptions, 'table' | 'epoch' | 'consumeSpent'>,
  ) {
    this.table = () => options.table;
    const { consumeSpent } = options;
    this.hold = () => (consumeSpent === undefined ? '' : `${consumeSpent.hold},`);
    this.except = () => (consumeSpent === undefined ? '' : 'and event_id not in (select event_id from held)');
    this.consume = () => (consumeSpent === undefined ? '' : `, consumed as (${consumeSpent.consume})`);
  }

  /**
   * Records deliveries. Audit entries live on in audit, so their rows are deleted; changes of flags stay as the log
   * from which streams resume. Losing this record in a crash only repeats a delivery, so it does not wait for the disk.
   */
  async acknowledge(messages: readonly NewOutboxMessage[]): Promise<void> {
    const kept = messages.filter(makesRevision).map(({ event_id }) => event_id);
    const others = messages.filter((message) => !makesRevision(message));
    const spent = others.map(({ event_id }) => event_id);
    const projects = others.map((message) => (message.kind === 'audit' ? message.payload.project_id : null));
    await this.database.sql`
      with relaxed as (select set_config('synchronous_commit', 'off', true)),
      arrived as (select * from unnest(${spent}::uuid[], ${projects}::uuid[]) arrived (event_id, project_id)), ${this.hold}
      spent as (delete from ${this.table} using relaxed where event_id = any(${spent}::uuid[]) ${this.except}
                returning event_id, payload, payload_bytes, created_at)${this.consume}
      update ${this.table} set delivered_at = now() from relaxed where event_id = any(${kept}::uuid[])`;
  }

  /**
   * Unacknowledged messages, oldest first, up to a number of bytes, read on the leader's connection; large audit
   * messages are read separately. The newest are left to the write that created them. A row from the future, as after a
   * clock was set back, counts like an old one.
   */
  unacknowledged(lock: LeaderLock, topic: Topic): Promise<OutboxMessage[]> {
    return lock.query<OutboxMessage>(this.waiting(OF_TOPIC[topic]), WAITING);
  }

  /** Large audit messages likewise, on any connection: if this fails, the leader still reads the others. */
  unacknowledgedLarge(): Promise<OutboxMessage[]> {
    return this.database.query<OutboxMessage[]>(this.waiting(LARGE), WAITING);
  }

  /** Counts a refusal, unlike a timeout. @returns whether the message was dead-lettered for it */
  async countRefusal(message: NewOutboxMessage, reason: string): Promise<boolean> {
    const [rows] = await this.database.sql<[{ dead: boolean }[], number]>`
      update ${this.table}
      set attempts = attempts + 1, last_error = ${reason},
          retry_at = clock_timestamp() + least(attempts * 0.3, ${MAX_POSTPONED_SECONDS}) * interval '1 second',
          dead_lettered_at = case when attempts + 1 >= ${MAX_REFUSALS} then now() end
      where event_id = ${message.event_id}
      returning dead_lettered_at is not null as dead`;
    return rows[0]?.dead ?? false;
  }

  /** Delays the retry of a timed-out message, so that others are tried first. */
  async postpone(message: NewOutboxMessage, reason: string): Promise<void> {
    await this.database.sql`
      update ${this.table}
      set last_error = ${reason}, retry_at = clock_timestamp() + ${MAX_POSTPONED_SECONDS} * interval '1 second'
      where event_id = ${message.event_id}`;
  }

  /**
   * Deletes changes past their retention, oldest first, a bounded number per call.
   * @returns whether more may be left
   */
  async prune(retentionHours: number): Promise<boolean> {
    const [, pruned] = await this.database.sql<[unknown, number]>`
      delete from ${this.table}
      where event_id in (
        select event_id from ${this.table}
        where delivered_at < now() - make_interval(hours => ${retentionHours})
        order by delivered_at limit ${PRUNED_AT_ONCE})`;
    return pruned === PRUNED_AT_ONCE;
  }

  private waiting(which: string): string {
    const { table, epoch } = this.options;
    return `
       select event_id, kind, environment_id, revision, payload, created_at as occurred_at, traceparent, ${epoch} as epoch
       from (
         select *, sum(payload_bytes) over (order by created_at, event_id) as bytes from ${table}
         where delivered_at is null and dead_lettered_at is null and ${which}
           and created_at not between clock_timestamp() - interval '300 milliseconds' and clock_timestamp()
           and (retry_at is null
                or retry_at not between clock_timestamp() and clock_timestamp() + make_interval(secs => $1))
         order by created_at, event_id
         limit ${BATCH}
       ) waiting
       where bytes - payload_bytes < $2
       order by created_at, event_id`;
  }
}
