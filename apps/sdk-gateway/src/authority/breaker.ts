import { Dependencies, LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { breakerOpen } from '../metrics.js';

const PROBE_MILLISECONDS = 250;

/** Nobody waits for a Postgres that is known not to answer. */
export class BreakerOpen extends Error {}

/** Opens at the first failure and closes at the first success of a probe that nobody waits for. */
@Injectable()
export class Breaker implements OnApplicationShutdown {
  private probing: NodeJS.Timeout | undefined;
  private lastSuccess = performance.now();

  constructor(
    private readonly dependencies: Dependencies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    breakerOpen.set({ dependency: 'postgres' }, 0);
  }

  get open(): boolean {
    return this.probing !== undefined;
  }

  /** Seconds since Postgres last answered; 0 while nobody doubts that it does. */
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

  onApplicationShutdown(): void {
    clearTimeout(this.probing);
  }

  private trip(error: unknown, probe: () => Promise<unknown>): void {
    if (!this.open) this.logger.warn({ err: error }, 'postgres does not answer; what was last known is served');
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
    this.logger.info('postgres answers again');
  }

  private succeeded(): void {
    this.lastSuccess = performance.now();
    this.dependencies.up('postgres');
  }
}
