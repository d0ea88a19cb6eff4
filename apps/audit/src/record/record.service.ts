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

/** Chains that are written at once. Each takes a connection, and others are for what reads. */
const CHAINS_AT_ONCE = 6;
const CHAINS_WAITING_AT_MOST = 10_000;
/** What one statement stores of a chain: one entry at least. */
const [ENTRIES_AT_ONCE, CHARACTERS_AT_ONCE] = [50, 256 * 1024];

interface QueuedEntry {
  entry: StoredEntry;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** How many of the first fit into one statement. */
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
 * Where entries wait to be stored. Entries of one chain follow each other, so one statement at a time writes each chain, with what waits
 * for it: no connection waits for the lock of a chain. A chain
 * waits once, whatever waits for it, so that many entries of one project do not delay those of others.
 */
export class EntryQueue {
  private readonly limit = pLimit(CHAINS_AT_ONCE);
  private readonly chains = new Map<string, QueuedEntry[]>();

  constructor(private readonly records: Pick<RecordService, 'store'>) {}

  /** Resolves when it is stored. @throws what storing it throws, and RpcException when too many wait */
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

  /** One that Postgres can never store keeps none of the others. */
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
