import { type AdmissionMetrics, FairScheduler } from '@burgee/admission';
import { unavailable } from '@burgee/contracts/wire';
import { LEVELS, type LevelName } from '../levels.js';
import { Replicas } from './replicas.js';
import type { Upstream } from './route-to.js';

/** A busy engine lets one request down; one that is dead lets down all. */
const FAILURES_IN_A_ROW = 2;

/** A service behind this gateway: where it answers, and who is admitted to it. */
export class UpstreamService {
  readonly replicas: Replicas;
  /** Undefined for the sdk-gateway, which admits by itself. */
  readonly scheduler: FairScheduler<LevelName> | undefined;
  private failures = 0;

  constructor(
    name: Upstream,
    urls: readonly string[],
    metrics: (admits: string) => AdmissionMetrics,
    underWayAtMost?: number,
  ) {
    this.replicas = new Replicas(urls, underWayAtMost);
    if (name !== 'sdk-gateway') this.scheduler = new FairScheduler(LEVELS, { metrics: metrics(name) });
  }

  /** It has answered, and with what it needs to. */
  succeeded(): void {
    this.failures = 0;
  }

  /** It has not answered, or what it needs does not. With a second one in a row, all that wait for it are told so at once. */
  failed(): void {
    this.failures++;
    if (this.failures >= FAILURES_IN_A_ROW) this.scheduler?.refuseWaiting(unavailable());
  }
}
