import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyLookup, PendingLookup } from '@burgee/flag-serving';
import { inTime, TooLate } from '../in-time.js';
import { LOOKUP_CONNECTIONS } from '../postgres/read-views.js';
import type { AskPrimary, PrimaryAnswer } from './ask-primary.js';
import { RoundTrip } from './round-trip.js';

/** A query always gets so long, even where its batch has waited. */
const QUERY_AT_LEAST_MILLISECONDS = 50;
/** How many requests share a look-up at most, and are answered before the event loop gets a turn. */
const SLICE = 32;
/** After so long a batch is sent, though every turn of the loop brings more requests. */
const GATHER_AT_MOST_MILLISECONDS = 1.5;

/** The look-ups that one query answers. Requests may join until it is sent. */
class Batch {
  readonly lookups: BatchedLookup[] = [];
  requests = 0;
  sent = false;

  constructor(readonly startedAt: number) {}
}

class BatchedLookup implements PendingLookup {
  requests = 0;
  readonly result: Promise<KeyLookup>;
  resolve!: (result: KeyLookup) => void;
  reject!: (error: unknown) => void;

  constructor(
    private readonly batch: Batch,
    readonly keyHash: string | undefined,
    readonly origin: string | undefined,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  join(): boolean {
    if (this.batch.sent || this.requests === SLICE) return false;
    this.requests++;
    this.batch.requests++;
    return true;
  }
}

const present = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))];

/**
 * The primary check: what Postgres says, at a moment after the request arrived, of its key and origin. A request joins only
 * a query that has not been sent: one in flight may have read Postgres before a change was acknowledged. At most two queries
 * are in flight, so that one gathers requests and runs while the answers of the other are written. Far from Postgres they start
 * half a round trip apart, so no request waits longer than that for the next. The load on Postgres depends on its latency, not
 * on traffic.
 */
export class PrimaryCheck {
  private openBatch: Batch | undefined;
  private waitTimer: NodeJS.Timeout | undefined;
  private spacingTimer: NodeJS.Timeout | undefined;
  private scheduled = false;
  private inFlight = 0;
  private sentAt = -Infinity;

  constructor(
    private readonly ask: AskPrimary,
    private readonly roundTrip = new RoundTrip(),
    private readonly now = () => performance.now(),
  ) {}

  /** The result rejects with what `ask` throws, and with `TooLate`. */
  lookUp(keyHash: string | undefined, origin: string | undefined): PendingLookup {
    const batch = (this.openBatch ??= this.newBatch());
    const lookup = new BatchedLookup(batch, keyHash, origin);
    lookup.join();
    batch.lookups.push(lookup);
    this.schedule();
    return lookup;
  }

  /** @throws when Postgres does not answer */
  async ping(): Promise<void> {
    await inTime(this.roundTrip.pingLimitMs, this.lookUp(undefined, undefined).result);
  }

  private newBatch(): Batch {
    this.waitTimer = setTimeout(() => {
      if (this.scheduled) return;
      const batch = this.take();
      for (const { reject } of batch?.lookups ?? []) reject(new TooLate('no connection was free for a primary check'));
    }, this.roundTrip.limitMs);
    return new Batch(this.now());
  }

  private schedule(): void {
    if (this.scheduled || this.spacingTimer || this.inFlight >= LOOKUP_CONNECTIONS || !this.openBatch) return;
    const spacing = this.inFlight === 0 ? 0 : this.sentAt + this.roundTrip.spacingMs - this.now();
    if (spacing > 0) {
      this.spacingTimer = setTimeout(() => this.spaced(), spacing);
      return;
    }
    this.scheduled = true;
    this.gather(this.openBatch, this.now() + GATHER_AT_MOST_MILLISECONDS);
  }

  private spaced(): void {
    clearTimeout(this.spacingTimer);
    this.spacingTimer = undefined;
    this.schedule();
  }

  /**
   * A single request is looked up when this turn of the loop ends. Where more come, the batch waits for another turn, and
   * another while they keep coming: fewer queries, and more requests that share what follows from each.
   */
  private gather(batch: Batch, until: number): void {
    const { requests } = batch;
    setImmediate(() => {
      if (batch.requests > requests && this.now() < until) this.gather(batch, until);
      else void this.send();
    });
  }

  /** No request joins this batch any more. */
  private take(): Batch | undefined {
    clearTimeout(this.waitTimer);
    const batch = this.openBatch;
    this.openBatch = undefined;
    if (batch) batch.sent = true;
    return batch;
  }

  private async send(): Promise<void> {
    this.scheduled = false;
    const batch = this.take();
    if (!batch) return;
    this.inFlight++;
    const asOf = this.now();
    this.sentAt = asOf;
    const left = this.roundTrip.limitMs - (asOf - batch.startedAt);
    try {
      const keyHashes = present(batch.lookups.map(({ keyHash }) => keyHash));
      const origins = present(batch.lookups.map(({ origin }) => origin));
      const answer = await this.ask(keyHashes, origins, Math.max(left, QUERY_AT_LEAST_MILLISECONDS));
      this.roundTrip.measured(this.now() - asOf);
      this.landed();
      await resolveInSlices(batch, answer, asOf);
    } catch (error) {
      this.landed();
      for (const { reject } of batch.lookups) reject(error);
    }
  }

  private landed(): void {
    this.inFlight--;
    this.spaced();
  }
}

/**
 * Resolves a few look-ups at a time. In between, requests that have come meanwhile are read and their query is sent, so that
 * Postgres works while the rest of these answers is written.
 */
async function resolveInSlices(batch: Batch, { keys, origins }: PrimaryAnswer, asOf: number): Promise<void> {
  const byHash = new Map(keys.map((row) => [row.key_hash, row]));
  const registered = new Set(origins);
  let resolved = 0;
  for (const { keyHash, origin, requests, resolve } of batch.lookups) {
    if (resolved + requests > SLICE) {
      await nextTurn();
      resolved = 0;
    }
    resolved += requests;
    const row = byHash.get(keyHash ?? '');
    const version = row && { environmentId: row.environment_id, epoch: row.epoch, revision: row.revision };
    resolve({ version, originRegistered: origin === undefined || registered.has(origin), asOf });
  }
}
