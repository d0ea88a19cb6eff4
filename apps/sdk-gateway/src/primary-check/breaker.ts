import type { Dependencies } from '@burgee/process-kit';
import { breakerOpen } from '../metrics.js';

const PROBE_MILLISECONDS = 250;

/** Thrown at once while the breaker is open: nobody waits for a Postgres that is known not to answer. */
export class BreakerOpen extends Error {}

/** The circuit breaker in front of Postgres. Opens at the first failure, closes at the first success of a probe. */
export class Breaker {
  private probing: NodeJS.Timeout | undefined;
  private lastSuccess = performance.now();

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
    this.dependencies.up('postgres');
  }
}
