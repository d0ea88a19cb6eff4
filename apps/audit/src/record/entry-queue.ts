import { isUnstorable } from '@burgee/process-kit';
import { RpcException } from '@nestjs/microservices';
import pLimit from 'p-limit';
import type { RecordService } from './record.service.js';
import { type RecordedMessage, type StoredEntry, toStoredEntry } from './to-stored-entry.js';

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
