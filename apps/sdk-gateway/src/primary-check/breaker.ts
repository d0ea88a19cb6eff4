import type { KeyRow } from '@burgee/contracts/wire';
import type { Dependencies } from '@burgee/process-kit';
import { inTime } from '../in-time.js';
import { breakerOpen } from '../metrics.js';
import type { ReadViews } from '../postgres/read-views.js';
import { RoundTrip } from './round-trip.js';

const PROBE_MILLISECONDS = 250;

/** Thrown at once while the breaker is open, so that no request waits for a Postgres that is known to be down. */
export class BreakerOpen extends Error {}

/** The circuit breaker in front of Postgres. Opens at the first failure, closes at the first success of a probe. */
export class Breaker {
  private probing: NodeJS.Timeout | undefined;
  private lastSuccess = performance.now();
  /** Once Postgres has responded, only the breaker reports it as down. */
  private isKnownUp = false;

  constructor(private readonly dependencies: Dependencies) {
    breakerOpen.set({ dependency: 'postgres' }, 0);
  }

  get open(): boolean {
    return this.probing !== undefined;
  }

  /** Seconds since Postgres last responded; 0 while the breaker is closed. */
  get openForSeconds(): number {
    return this.open ? (performance.now() - this.lastSuccess) / 1_000 : 0;
  }

  /** @throws BreakerOpen at once while open, else what `work` throws */
  async guard<T>(work: () => Promise<T>, probe: () => Promise<unknown>): Promise<T> {
    if (this.open) throw new BreakerOpen('Postgres does not answer');
    try {
      const result = await work();
      // An open breaker is closed only by a probe.
      if (!this.open) this.succeeded();
      return result;
    } catch (error) {
      this.trip(error, probe);
      throw error;
    }
  }

  stop(): void {
    clearTimeout(this.probing);
  }

  private trip(error: unknown, probe: () => Promise<unknown>): void {
    this.isKnownUp = false;
    this.dependencies.down('postgres', error);
    breakerOpen.set({ dependency: 'postgres' }, 1);
    clearTimeout(this.probing);
    this.probing = setTimeout(() => {
      probe().then(
        () => this.close(),
        (again: unknown) => this.trip(again, probe),
      );
    }, PROBE_MILLISECONDS).unref();
  }

  private close(): void {
    this.probing = undefined;
    this.succeeded();
    breakerOpen.set({ dependency: 'postgres' }, 0);
  }

  private succeeded(): void {
    this.lastSuccess = performance.now();
    if (this.isKnownUp) return;
    this.isKnownUp = true;
    this.dependencies.up('postgres');
  }
}

/** The rows of the requested keys, and of the registered origins among the requested ones. */
export interface PrimaryAnswer {
  keys: KeyRow[];
  origins: string[];
}

/** Queries the primary about many keys and origins at once. Settles within `withinMs`. */
export type AskPrimary = (keyHashes: string[], origins: string[], withinMs: number) => Promise<PrimaryAnswer>;

/** Queries with a time limit, and not at all while the breaker is open. */
export function askPrimary(
  views: Pick<ReadViews, 'lookUp'>,
  breaker: Breaker,
  roundTrip = new RoundTrip(),
): AskPrimary {
  const ask: AskPrimary = (keyHashes, origins, withinMs) =>
    inTime(withinMs, views.lookUp(keyHashes, origins, withinMs));
  const probe = () => ask([], [], roundTrip.limitMs);
  return (keyHashes, origins, withinMs) => breaker.guard(() => ask(keyHashes, origins, withinMs), probe);
}
