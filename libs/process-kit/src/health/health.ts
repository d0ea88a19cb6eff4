import type { Dependencies } from './dependencies.js';
import type { Readiness } from './readiness.js';

/** The response of /readyz. */
export interface HealthReport {
  status: 'ok' | 'degraded' | 'unavailable';
  detail?: string;
}

/** Whether this process accepts requests: from the end of its start until it begins to stop. */
export class Health {
  private phase: 'starting' | 'running' | 'stopping' = 'starting';
  private readiness: Readiness | undefined;

  constructor(private readonly dependencies: Pick<Dependencies, 'unavailable'>) {}

  /** The process listens. */
  started(readiness?: Readiness): void {
    this.readiness = readiness;
    if (this.phase === 'starting') this.phase = 'running';
  }

  /** Reports not ready from now on, so that load balancers send no more requests. */
  stop(): void {
    this.phase = 'stopping';
  }

  get stopping(): boolean {
    return this.phase === 'stopping';
  }

  async check(): Promise<HealthReport> {
    const obstacle = await this.obstacle();
    if (obstacle !== undefined) return { status: 'unavailable', detail: obstacle };
    const detail = this.readiness?.degradation?.();
    return detail === undefined ? { status: 'ok' } : { status: 'degraded', detail };
  }

  private async obstacle(): Promise<string | undefined> {
    const down = this.dependencies.unavailable.map((name) => `${name} is down`);
    if (this.phase === 'starting') return ['starting', ...down].join(', ');
    const obstacle = await this.readiness?.obstacle();
    // It may have begun to stop during the check.
    return this.stopping ? 'stopping' : obstacle;
  }
}
