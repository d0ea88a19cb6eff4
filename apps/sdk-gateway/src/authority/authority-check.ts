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

/** A key and an origin that callers wait to hear of: all who came with the same, up to a slice of them. */
class Question {
  callers = 0;
  readonly verdict: Promise<Verdict>;
  resolve!: (verdict: Verdict) => void;
  reject!: (error: unknown) => void;

  constructor(
    readonly keyHash: string | undefined,
    readonly origin: string | undefined,
  ) {
    this.verdict = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** As many as there are connections for it. */
export const IN_FLIGHT_AT_MOST = 2;
/** A check takes no longer, the wait for its turn included, but for the little that a query is given in any case. */
export const CHECK_WITHIN_MILLISECONDS = 300;
const ASK_AT_LEAST_MILLISECONDS = 50;
/** How many answers are written before the loop gets a turn. */
const SLICE = 32;

/** After so long a check is held back no more, though every turn of the loop brings more requests. */
const GATHER_AT_MOST_MILLISECONDS = 1.5;

const present = (values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))];

/** Of those who ask the same. A hash has no space in it, and an origin that is absent is none of any name. */
export const nameOf = (keyHash: string | undefined, origin: string | undefined): string =>
  origin === undefined ? String(keyHash) : `${keyHash} ${origin}`;

/**
 * The authority check: what Postgres says, at a moment after the request arrived, of its key and origin. A request joins
 * only a query that has not started yet: joining one in flight could miss a write that was acknowledged before the
 * request came. At most two queries are in flight, so that one gathers requests and runs while the other's answers are
 * being written; load on Postgres is a matter of its latency, not of traffic.
 */
export class AuthorityCheck {
  private waiting: Question[] = [];
  /** The one of those that the next caller with the same key and origin may join. */
  private open = new Map<string, Question>();
  /** How many wait. */
  private callers = 0;
  /** When the first of them came. */
  private waitingSince = 0;
  private patience: NodeJS.Timeout | undefined;
  private scheduled = false;
  private inFlight = 0;

  constructor(
    private readonly ask: Ask,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Callers with the same key and origin that share a query get the same promise: whatever follows from a verdict can be
   * done once for all of them.
   * @throws what `ask` throws
   */
  check(keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    if (this.callers === 0) this.beginWaiting();
    const name = nameOf(keyHash, origin);
    let question = this.open.get(name);
    if (!question || question.callers === SLICE) {
      question = new Question(keyHash, origin);
      this.open.set(name, question);
      this.waiting.push(question);
    }
    question.callers++;
    this.callers++;
    this.schedule();
    return question.verdict;
  }

  private schedule(): void {
    if (this.scheduled || this.inFlight >= IN_FLIGHT_AT_MOST || this.callers === 0) return;
    this.scheduled = true;
    this.gather(this.now() + GATHER_AT_MOST_MILLISECONDS);
  }

  /**
   * Who comes alone is asked about when this turn of the loop ends. Where more come, another turn is waited for, and
   * another while they keep coming: fewer queries, and more who share what follows from each.
   */
  private gather(until: number): void {
    const { callers } = this;
    setImmediate(() => {
      if (this.callers > callers && this.now() < until) this.gather(until);
      else void this.askForAll();
    });
  }

  private beginWaiting(): void {
    this.waitingSince = this.now();
    this.patience = setTimeout(() => {
      if (!this.scheduled) for (const { reject } of this.take()) reject(new TooLate('no turn for a check'));
    }, CHECK_WITHIN_MILLISECONDS);
  }

  private take(): Question[] {
    clearTimeout(this.patience);
    const batch = this.waiting;
    this.waiting = [];
    this.open = new Map();
    this.callers = 0;
    return batch;
  }

  private async askForAll(): Promise<void> {
    this.scheduled = false;
    this.inFlight++;
    const left = CHECK_WITHIN_MILLISECONDS - (this.now() - this.waitingSince);
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
async function answerInSlices(batch: readonly Question[], { keys, origins }: Answer): Promise<void> {
  const byHash = new Map(keys.map((row) => [row.key_hash, row]));
  const registered = new Set(origins);
  let told = 0;
  for (const { keyHash, origin, callers, resolve } of batch) {
    if (told + callers > SLICE) {
      await nextTurn();
      told = 0;
    }
    told += callers;
    resolve({
      authority: keyHash === undefined ? undefined : byHash.get(keyHash),
      originRegistered: origin === undefined || registered.has(origin),
    });
  }
}
