import type { AuthorityRow } from '@burgee/contracts';

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

/** Asks the primary about many keys and origins at once. */
export type Ask = (keyHashes: string[], origins: string[]) => Promise<Answer>;

/** Requests that will share one query, because all of them arrived before it starts. */
class Batch {
  readonly keyHashes = new Set<string>();
  readonly origins = new Set<string>();
  readonly answered: Promise<(keyHash: string | undefined, origin: string | undefined) => Verdict>;
  private resolve!: (answer: Answer) => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.answered = new Promise<Answer>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    }).then(({ keys, origins }) => {
      const byHash = new Map(keys.map((row) => [row.key_hash, row]));
      const registered = new Set(origins);
      return (keyHash, origin) => ({
        authority: keyHash === undefined ? undefined : byHash.get(keyHash),
        originRegistered: origin === undefined || registered.has(origin),
      });
    });
    this.answered.catch(() => undefined);
  }

  async askNow(ask: Ask): Promise<void> {
    try {
      this.resolve(await ask([...this.keyHashes], [...this.origins]));
    } catch (error) {
      this.reject(error);
    }
  }
}

/**
 * The authority check: what Postgres says, at a moment after the request arrived, of its key and origin. One query is
 * in flight at a time, and a request joins only one that has not started yet: joining one in flight could miss a write
 * that was acknowledged before the request came. Load on Postgres is a matter of its latency, not of traffic.
 */
export class AuthorityCheck {
  private waiting: Batch | undefined;
  private running = false;

  constructor(private readonly ask: Ask) {}

  /** @throws what `ask` throws */
  async check(keyHash: string | undefined, origin: string | undefined): Promise<Verdict> {
    const batch = (this.waiting ??= new Batch());
    if (keyHash !== undefined) batch.keyHashes.add(keyHash);
    if (origin !== undefined) batch.origins.add(origin);
    if (!this.running) this.run();
    const verdictOn = await batch.answered;
    return verdictOn(keyHash, origin);
  }

  private run(): void {
    this.running = true;
    // After the sockets that are readable now have been read: their requests can share this query.
    setImmediate(async () => {
      const batch = this.waiting;
      this.waiting = undefined;
      await batch?.askNow(this.ask);
      this.running = false;
      if (this.waiting) this.run();
    });
  }
}
