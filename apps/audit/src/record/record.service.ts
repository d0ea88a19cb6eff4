import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { expiredMessages } from './expired-messages.js';
import { mergePeople, type RecordedMessage, type StoredEntry, toStoredEntry } from './to-stored-entry.js';

@Injectable()
export class RecordService {
  private recordedAt: number | undefined;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** How long ago this process recorded entries; undefined before the first. */
  get lastSecondsAgo(): number | undefined {
    return this.recordedAt === undefined ? undefined : Math.round((performance.now() - this.recordedAt) / 1_000);
  }

  /**
   * Stores entries in the order given, all or none, in one round trip. Storing one again does nothing; one from a month that was
   * dropped is counted and not stored. The commit does not wait for the disk: a crash that loses it also loses that the message
   * was acknowledged, which comes later in the same log, so the message is sent again.
   */
  async store(entries: readonly StoredEntry[]): Promise<void> {
    const contents = entries.map(({ content }) => content);
    const people = JSON.stringify(mergePeople(entries.flatMap((entry) => entry.people)));
    const [row] = await this.database.sql<{ expired: number }[]>`
      with relaxed as (select set_config('synchronous_commit', 'off', true))
      select expired::int from relaxed, audit.record(${contents}::text[], ${people}::json)`;
    this.recordedAt = performance.now();
    if (row?.expired) expiredMessages.inc(row.expired);
  }

  /** The same for entries that are not made yet. */
  record(...messages: RecordedMessage[]): Promise<void> {
    return this.store(messages.map(toStoredEntry));
  }

  async isRecorded(eventId: string): Promise<boolean> {
    const rows = await this.database.sql<unknown[]>`select from audit.received where event_id = ${eventId}`;
    return rows.length > 0;
  }
}
