import type { Dependencies } from './dependencies.js';
import type { Readiness } from './readiness.js';

/** What /readyz answers. */
export interface HealthReport {
  status: 'ok' | 'degraded' | 'unavailable';
  detail?: string;
}

/** Whether this process takes requests: not before it has started, nor from the moment on when it is told to stop. */
export class Health {
  private phase: 'starting' | 'running' | 'stopping' = 'starting';
  private readiness: Readiness | undefined;

  constructor(private readonly dependencies: Pick<Dependencies, 'unavailable'>) {}

  /** It listens. */
  started(readiness?: Readiness): void {
    this.readiness = readiness;
    if (this.phase === 'starting') this.phase = 'running';
  }

  /** From now on it is not ready, so that load balancers send no more requests. */
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
    // Stopping may have begun meanwhile.
    return this.stopping ? 'stopping' : obstacle;
  }
}
