import { FallbackStore, FlagSetCache, StreamRegistry } from '@burgee/flag-serving';
import { metrics, StatusPage } from '@burgee/process-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Breaker } from '../primary-check/breaker.js';

/** The reads of this replica on /metrics and /status. */
@Injectable()
export class ReadMetrics {
  constructor(
    private readonly breaker: Breaker,
    private readonly cache: FlagSetCache,
    private readonly fallback: FallbackStore,
    registry: StreamRegistry,
    statusPage: StatusPage,
  ) {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [metrics],
        collect() {
          this.set(read());
        },
      });
    gauge(
      'burgee_staleness_seconds',
      'For how long Postgres has confirmed nothing; 0 while it answers.',
      () => this.staleness,
    );
    gauge(
      'burgee_revision_lag',
      'Revisions reported and not served, in the environment with the most.',
      () => this.lag,
    );
    gauge('burgee_fallback_environments', 'Environments that can be served without Postgres.', () => this.environments);
    gauge('burgee_flag_cache_bytes', 'What flag sets take in memory, about.', () => cache.bytes);
    statusPage.add('streams', () => ({ open: registry.open }));
    statusPage.add('reads', () => ({
      breaker: this.breaker.open ? 'open' : 'closed',
      staleness_seconds: Math.round(this.staleness),
      revision_lag: this.lag,
      fallback_environments: this.environments,
      flag_cache_bytes: this.cache.bytes,
    }));
  }

  private get staleness(): number {
    return this.breaker.openForSeconds;
  }

  private get environments(): number {
    return this.fallback.environments.size;
  }

  private get lag(): number {
    let lag = 0;
    for (const { version, latestRevision } of this.fallback.environments.values())
      lag = Math.max(lag, latestRevision - version.revision);
    return lag;
  }
}
