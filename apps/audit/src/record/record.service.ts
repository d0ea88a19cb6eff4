import { isUnstorable } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { InjectDataSource } from '@nestjs/typeorm';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { expiredMessages } from './expired-messages.js';
import { mergePeople, type RecordedMessage, type StoredEntry, toStoredEntry } from './to-stored-entry.js';

@Injectable()
export class RecordService {
  private recordedAt: number | undefined;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Seconds since this process last recorded entries. Undefined before the first. */
  get lastSecondsAgo(): number | undefined {
    return this.recordedAt === undefined ? undefined : Math.round((performance.now() - this.recordedAt) / 1_000);
  }

  /**
   * Stores entries in the given order, all or none, in one round trip. A duplicate is ignored, and an entry of a
   * dropped month is counted but not stored. Unless it has to be durable, the commit does not wait for the disk: a crash
   * that loses it also loses the acknowledgment, which comes later in the same log, so the message is sent again.
   */
  async store(entries: readonly StoredEntry[], isDurable = false): Promise<void> {
    const contents = entries.map(({ content }) => content);
    const people = JSON.stringify(mergePeople(entries.flatMap((entry) => entry.people)));
    const [row] = await this.database.sql<{ expired: number }[]>`
      with relaxed as (select case when not ${isDurable}::boolean then set_config('synchronous_commit', 'off', true) end)
      select expired::int from relaxed, audit.record(${contents}::text[], ${people}::json)`;
    this.recordedAt = performance.now();
    if (row?.expired) expiredMessages.inc(row.expired);
  }

  /** Converts messages to entries and stores them. */
  record(...messages: RecordedMessage[]): Promise<void> {
    return this.store(messages.map(toStoredEntry));
  }

  /** For an entry without a sender that repeats it. */
  recordDurably(message: RecordedMessage): Promise<void> {
    return this.store([toStoredEntry(message)], true);
  }

  async isRecorded(eventId: string): Promise<boolean> {
    const rows = await this.database.sql<unknown[]>`select from audit.received where event_id = ${eventId}`;
    return rows.length > 0;
  }
}

/** Each chain uses one connection. The remaining connections are for reads. */
const CHAINS_AT_ONCE = 6;
const CHAINS_WAITING_AT_MOST = 10_000;
/** The limits of one statement, which has at least one entry. */
const [ENTRIES_AT_ONCE, CHARACTERS_AT_ONCE] = [50, 256 * 1024];

interface QueuedEntry {
  entry: StoredEntry;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** How many entries from the front of the queue fit in one statement. */
function fitting(waiting: readonly QueuedEntry[]): number {
  let [count, characters] = [0, 0];
  for (const { entry } of waiting) {
    characters += entry.content.length;
    if (count === ENTRIES_AT_ONCE || (count > 0 && characters > CHARACTERS_AT_ONCE)) break;
    count++;
  }
  return count;
}

/**
 * The queue of entries to store. One statement at a time writes a chain, with all of its queued entries that fit, so no
 * connection waits for the lock of a chain. A chain has one slot in the queue, however many entries it has, so that one
 * project cannot delay others.
 */
export class EntryQueue {
  private readonly limit = pLimit(CHAINS_AT_ONCE);
  private readonly chains = new Map<string, QueuedEntry[]>();

  constructor(private readonly records: Pick<RecordService, 'store'>) {}

  /** Resolves when the entry is stored. @throws the error of the statement, and RpcException when the queue is full */
  add(message: RecordedMessage): Promise<void> {
    return new Promise((stored, failed) => {
      const one = { entry: toStoredEntry(message), stored, failed };
      const waiting = this.chains.get(message.project_id);
      if (waiting) waiting.push(one);
      else if (this.limit.pendingCount < CHAINS_WAITING_AT_MOST) void this.storeChain(message.project_id, [one]);
      else failed(new RpcException({ status: 'unavailable', message: 'entries of too many projects wait' }));
    });
  }

  private async storeChain(chain: string, waiting: QueuedEntry[]): Promise<void> {
    this.chains.set(chain, waiting);
    while (waiting.length > 0) await this.limit(() => this.store(waiting.splice(0, fitting(waiting))));
    this.chains.delete(chain);
  }

  /** An entry that Postgres rejects permanently does not block the others. */
  private async store(some: readonly QueuedEntry[]): Promise<void> {
    try {
      await this.records.store(some.map(({ entry }) => entry));
      for (const { stored } of some) stored();
    } catch (error) {
      if (some.length > 1 && isUnstorable(error)) for (const one of some) await this.store([one]);
      else for (const { failed } of some) failed(error);
    }
  }
}
