import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyLookup, PendingLookup } from '@burgee/flag-serving';
import { inTime } from '../in-time.js';
import { LOOKUP_CONNECTIONS } from '../postgres/read-views.js';
import type { AskPrimary, PrimaryAnswer } from './breaker.js';
import { RoundTrip } from './round-trip.js';

/** A batch is sent after this time, even if each tick brings more requests. */
const GATHER_AT_MOST_MILLISECONDS = 1.5;
/** The most requests that share a look-up, and are answered before other work runs. */
const SLICE = 32;
/** The most characters per query. Writing more would block the event loop for long. */
const CHARACTERS_AT_MOST = 65_536;

/**
 * The primary check: the state of a key and origin in Postgres at a moment after the request arrived. A request joins
 * only a query that has not been sent: one in flight may have read Postgres before a change was acknowledged. At most
 * two queries are in flight, so that one gathers requests and runs while the answers of the other are written. Far from
 * Postgres they start half a round trip apart, so no request waits longer than that for the next, unless there is more
 * to ask than one query holds. The load on Postgres depends on its latency, not on traffic.
 */
export class PrimaryCheck {
  /** In send order. New requests join the last one. */
  private readonly waiting: Batch[] = [];
  private spacingTimer: NodeJS.Timeout | undefined;
  private scheduled = false;
  private inFlight = 0;
  private sentAt = -Infinity;

  constructor(
    private readonly ask: AskPrimary,
    private readonly roundTrip = new RoundTrip(),
    private readonly now = () => performance.now(),
  ) {}

  /**
   * The result rejects with what `ask` throws. Queued batches wait while others are answered; `ask` bounds each of
   * those.
   */
  lookUp(keyHash: string | undefined, origin: string | undefined): PendingLookup {
    const last = this.waiting.at(-1);
    return this.addTo(last && !last.isFull ? last : this.newBatch(), keyHash, origin);
  }

  /** Has no parameters, so it fits into the next query at any load. @throws when Postgres does not respond */
  async ping(): Promise<void> {
    const { result } = this.addTo(this.waiting[0] ?? this.newBatch(), undefined, undefined);
    await inTime(this.roundTrip.pingLimitMs, result);
  }

  private addTo(batch: Batch, keyHash: string | undefined, origin: string | undefined): PendingLookup {
    const lookup = new BatchedLookup(batch, keyHash, origin);
    lookup.join();
    batch.add(lookup);
    this.schedule();
    return lookup;
  }

  private newBatch(): Batch {
    const batch = new Batch(this.now());
    this.waiting.push(batch);
    return batch;
  }

  private schedule(): void {
    const [first] = this.waiting;
    if (this.scheduled || this.spacingTimer || this.inFlight >= LOOKUP_CONNECTIONS || !first) return;
    const spacing = this.inFlight === 0 ? 0 : this.sentAt + this.roundTrip.spacingMs - this.now();
    if (spacing > 0) {
      this.spacingTimer = setTimeout(() => this.spaced(), spacing);
      return;
    }
    this.scheduled = true;
    this.gather(first, this.now() + GATHER_AT_MOST_MILLISECONDS);
  }

  private spaced(): void {
    clearTimeout(this.spacingTimer);
    this.spacingTimer = undefined;
    this.schedule();
  }

  /**
   * Sends a single request at the end of this tick. If more arrive, the batch waits for another tick, and another while
   * they keep arriving: fewer queries, and more requests that share each result.
   */
  private gather(batch: Batch, until: number): void {
    const { requests } = batch;
    setImmediate(() => {
      if (batch.requests > requests && !batch.isFull && this.now() < until) this.gather(batch, until);
      else this.send(batch);
    });
  }

  private send(batch: Batch): void {
    this.scheduled = false;
    this.waiting.shift();
    // No request joins it from here on.
    batch.sent = true;
    this.inFlight++;
    const asOf = this.now();
    this.sentAt = asOf;
    const withinMs = this.roundTrip.limitAfter(asOf - batch.startedAt);
    void this.settle(batch, this.ask([...batch.keyHashes], [...batch.origins], withinMs), asOf);
    this.schedule();
  }

  private async settle(batch: Batch, asked: Promise<PrimaryAnswer>, asOf: number): Promise<void> {
    try {
      const answer = await asked;
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
 * Resolves a few look-ups at a time. In between, new requests are read and their query is sent, so that Postgres works
 * while the other answers are written.
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
    resolve({
      version,
      keyKind: row?.key_kind,
      originRegistered: origin === undefined || registered.has(origin),
      asOf,
    });
  }
}

/** The look-ups of one query. Requests may join until it is sent. */
class Batch {
  readonly lookups: BatchedLookup[] = [];
  readonly keyHashes = new Set<string>();
  readonly origins = new Set<string>();
  requests = 0;
  sent = false;
  private characters = 0;

  constructor(readonly startedAt: number) {}

  get isFull(): boolean {
    return this.characters >= CHARACTERS_AT_MOST;
  }

  add(lookup: BatchedLookup): void {
    this.lookups.push(lookup);
    this.ask(this.keyHashes, lookup.keyHash);
    this.ask(this.origins, lookup.origin);
  }

  private ask(about: Set<string>, text: string | undefined): void {
    if (text === undefined || about.has(text)) return;
    about.add(text);
    this.characters += text.length;
  }
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
