import { metrics, StatusPage } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Breaker } from './authority/breaker.js';
import { FlagSetStore } from './flag-sets/flag-set-store.js';
import { KnownGoodAnswers } from './flag-sets/known-good.js';

/** How many revisions the set last served is behind the newest anybody has spoken of. */
const behind = ({ name, heard }: { name: { revision: number }; heard: number }) => Math.max(0, heard - name.revision);

/** What an operator sees of the reads of this replica. */
@Injectable()
export class Vitals {
  constructor(
    private readonly breaker: Breaker,
    private readonly sets: FlagSetStore,
    private readonly known: KnownGoodAnswers,
    statusPage: StatusPage,
  ) {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name: `burgee_${name}`,
        help,
        registers: [metrics],
        collect() {
          this.set(read());
        },
      });
    gauge(
      'staleness_seconds',
      'For how long Postgres has confirmed nothing; 0 while it answers.',
      () => this.staleness,
    );
    gauge('revision_lag', 'Revisions heard of and not served, in the environment with the most.', () => this.lag);
    gauge('known_environments', 'Environments that can be served without Postgres.', () => known.environments.size);
    gauge('flag_memory_bytes', 'What ready answers take in memory, about.', () => sets.bytes);
    statusPage.add('reads', () => ({
      breaker: this.breaker.open ? 'open' : 'closed',
      staleness_seconds: Math.round(this.staleness),
      revision_lag: this.lag,
      known_environments: this.known.environments.size,
      flag_memory_bytes: this.sets.bytes,
    }));
  }

  private get staleness(): number {
    return this.breaker.openForSeconds;
  }

  private get lag(): number {
    let lag = 0;
    for (const one of this.known.environments.values()) lag = Math.max(lag, behind(one));
    return lag;
  }
}
