import type { KeyRow } from '@burgee/contracts/wire';
import type { Dependencies } from '@burgee/process-kit';
import { inTime } from '../in-time.js';
import { breakerOpen } from '../metrics.js';
import type { ReadViews } from '../postgres/read-views.js';
import { RoundTrip } from './round-trip.js';

const PROBE_MILLISECONDS = 250;

/** Thrown at once while the breaker is open: nobody waits for a Postgres that is known not to answer. */
export class BreakerOpen extends Error {}

/** The circuit breaker in front of Postgres. Opens at the first failure, closes at the first success of a probe. */
export class Breaker {
  private probing: NodeJS.Timeout | undefined;
  private lastSuccess = performance.now();
  /** Nothing else says that Postgres is down, once it has answered for the first time. */
  private isKnownUp = false;

  constructor(private readonly dependencies: Dependencies) {
    breakerOpen.set({ dependency: 'postgres' }, 0);
  }

  get open(): boolean {
    return this.probing !== undefined;
  }

  /** Seconds since Postgres last answered; 0 while the breaker is closed. */
  get openForSeconds(): number {
    return this.open ? (performance.now() - this.lastSuccess) / 1_000 : 0;
  }

  /** @throws BreakerOpen at once while open, else what `work` throws */
  async guard<T>(work: () => Promise<T>, probe: () => Promise<unknown>): Promise<T> {
    if (this.open) throw new BreakerOpen('Postgres does not answer');
    try {
      const result = await work();
      // While it is open, only a probe closes it.
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

/** The rows of the keys in question, and those of the origins that are registered. */
export interface PrimaryAnswer {
  keys: KeyRow[];
  origins: string[];
}

/** Asks the primary about many keys and origins at once. Settles within `withinMs`, one way or the other. */
export type AskPrimary = (keyHashes: string[], origins: string[], withinMs: number) => Promise<PrimaryAnswer>;

/** Asks within a time limit, and not at all while the breaker is open. */
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
