import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorityRow } from '@burgee/contracts';
import { TooLate } from './in-time.js';

/** What a check found out of one request's key and origin. */
export interface Verdict {
  /** What the key opens now; undefined = it opens nothing. */
  authority: AuthorityRow | undefined;
  /** Whether the origin is registered; true when there was none to check. */
  originRegistered: boolean;
}

export interface Answer {
  keys: AuthorityRow[];
  origins: string[];
}

/** Asks the primary about many keys and origins at once. Settles within `withinMs`, one way or the other. */
export type Ask = (keyHashes: string[], origins: string[], withinMs: number) => Promise<Answer>;

interface Waiting {
  keyHash: string | undefined;
  origin: string | undefined;
  resolve: (verdict: Verdict) => void;
  reject: (error: unknown) => void;
}

/** As many as there are connections for it. */
export const IN_FLIGHT_AT_MOST = 2;
/** A check takes no longer, the wait for its turn included, but for the little that a query is given in any case. */
export const CHECK_WITHIN_MILLISECONDS = 300;
const ASK_AT_LEAST_MILLISECONDS = 50;
/** How many answers are written before the loop gets a turn. */
const SLICE = 16;

const present = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))];

/**
 * The authority check: what Postgres says, at a moment after the request arrived, of its key and origin. A request joins
 * only a query that has not started yet: joining one in flight could miss a write that was acknowledged before the
 * request came. At most two queries are in flight, so that one gathers requests and runs while the other's answers are
 * being written; load on Postgres is a matter of its latency, not of traffic.
 */
export class AuthorityCheck {
  private waiting: Waiting[] = [];
  /** When the first of them came. */
  private waitingSince = 0;
  private patience: NodeJS.Timeout | undefined;
  private scheduled = false;
  private inFlight = 0;

  constructor(private readonly ask: Ask) {}

  /** @throws what `ask` throws */
  check(keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.beginWaiting();
      this.waiting.push({ keyHash, origin, resolve, reject });
      this.schedule();
    });
  }

  /** After the sockets that are readable now have been read: their requests can share the query. */
  private schedule(): void {
    if (this.scheduled || this.inFlight >= IN_FLIGHT_AT_MOST || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => void this.askForAll());
  }

  private beginWaiting(): void {
    this.waitingSince = performance.now();
    this.patience = setTimeout(() => {
      if (!this.scheduled) for (const { reject } of this.take()) reject(new TooLate('no turn for a check'));
    }, CHECK_WITHIN_MILLISECONDS);
  }

  private take(): Waiting[] {
    clearTimeout(this.patience);
    const batch = this.waiting;
    this.waiting = [];
    return batch;
  }

  private async askForAll(): Promise<void> {
    this.scheduled = false;
    this.inFlight++;
    const left = CHECK_WITHIN_MILLISECONDS - (performance.now() - this.waitingSince);
    const batch = this.take();
    try {
      const keyHashes = present(batch.map((one) => one.keyHash));
      const origins = present(batch.map((one) => one.origin));
      const answer = await this.ask(keyHashes, origins, Math.max(left, ASK_AT_LEAST_MILLISECONDS));
      this.landed();
      await answerInSlices(batch, answer);
    } catch (error) {
      this.landed();
      for (const { reject } of batch) reject(error);
    }
  }

  private landed(): void {
    this.inFlight--;
    this.schedule();
  }
}

/**
 * Tells a batch its verdicts, a few at a time. In between, requests that have come in meanwhile are read and their
 * query starts, so that Postgres works while the rest of these answers is written.
 */
async function answerInSlices(batch: readonly Waiting[], answer: Answer): Promise<void> {
  for (let from = 0; from < batch.length; from += SLICE) {
    if (from > 0) await nextTurn();
    answerAll(batch.slice(from, from + SLICE), answer);
  }
}

function answerAll(batch: readonly Waiting[], { keys, origins }: Answer): void {
  const byHash = new Map(keys.map((row) => [row.key_hash, row]));
  const registered = new Set(origins);
  for (const { keyHash, origin, resolve } of batch)
    resolve({
      authority: keyHash === undefined ? undefined : byHash.get(keyHash),
      originRegistered: origin === undefined || registered.has(origin),
    });
}
