import { type Dependencies, driverCode } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { breakerOpen } from '../metrics.js';

const PROBE_MILLISECONDS = 250;
/** What the views answer on a standby: it may lag behind, so it is believed nothing. */
const READ_ONLY = '25006';

/** Thrown at once while the breaker is open: nobody waits for a Postgres that is known not to answer. */
export class BreakerOpen extends Error {}

/** The circuit breaker in front of Postgres. Opens at the first failure, closes at the first success of a probe. */
export class Breaker {
  private probing: NodeJS.Timeout | undefined;
  private lastSuccess = performance.now();
  private isStandby = false;

  constructor(
    private readonly dependencies: Dependencies,
    private readonly logger: Pick<Logger, 'error'>,
  ) {
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
    this.logStandby(error);
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

  /** Once, also when a server that was gone is back as a standby: somebody has to act then. */
  private logStandby(error: unknown): void {
    const wasStandby = this.isStandby;
    this.isStandby = error instanceof Error && driverCode(error) === READ_ONLY;
    if (this.isStandby && !wasStandby)
      this.logger.error(
        { err: error },
        'postgres is a standby, serving last known good answers: let DATABASE_URL name the primary',
      );
  }

  private close(): void {
    this.isStandby = false;
    this.probing = undefined;
    this.succeeded();
    breakerOpen.set({ dependency: 'postgres' }, 0);
  }

  private succeeded(): void {
    this.lastSuccess = performance.now();
    this.dependencies.up('postgres');
  }
}
