import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Fact, StoredFact } from '../changes/facts.js';

const BATCH = 200;
/** A row that was refused this often is poison: it is set aside for a human, so that others flow. */
const REFUSALS_AT_MOST = 5;

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

  /** What nobody has confirmed yet, oldest first; the newest are left to the write that made them. */
  async open(): Promise<StoredFact[]> {
    return this.database.sql<StoredFact[]>`
      select event_id, kind, environment_id, revision, payload, created_at as occurred_at,
             (select epoch from flags.installation) as epoch
      from flags.outbox
      where delivered_at is null and set_aside_at is null
        and created_at < clock_timestamp() - interval '300 milliseconds'
        and created_at + least(attempts * attempts, 60) * interval '100 milliseconds' < clock_timestamp()
      order by created_at, event_id
      limit ${BATCH}`;
  }

  /** Notes that audit refused a fact, as against not answering. @returns whether the fact was set aside for it */
  async refused(fact: Fact, reason: string): Promise<boolean> {
    const [rows] = await this.database.sql<[{ set_aside: boolean }[], number]>`
      update flags.outbox
      set attempts = attempts + 1, last_error = ${reason},
          set_aside_at = case when attempts + 1 >= ${REFUSALS_AT_MOST} then now() end
      where event_id = ${fact.event_id}
      returning set_aside_at is not null as set_aside`;
    return rows[0]?.set_aside ?? false;
  }

  /** Forgets changes that no stream may resume from any more. */
  async prune(retentionHours: number): Promise<void> {
    await this.database.sql`
      delete from flags.outbox
      where event_id in (
        select event_id from flags.outbox
        where delivered_at < now() - make_interval(hours => ${retentionHours})
        limit 5000)`;
  }
}
