import { BytesByTenant } from '../bytes-by-tenant.js';

/**
 * Memory for the recent events of all environments that have open streams. When it is full, the tenant that has most loses those of the
 * environment that changed longest ago: who resumes there is read the past from the source.
 */
export class EventMemory {
  private readonly byTenant: BytesByTenant;
  private readonly kept = new Map<string, { clear(): void }>();

  /** @param tenantOf whose an environment is, as far as that is known; otherwise itself */
  constructor(bytesAtMost: number, tenantOf: (environmentId: string) => string) {
    this.byTenant = new BytesByTenant(bytesAtMost, tenantOf);
  }

  get bytes(): number {
    return this.byTenant.bytes;
  }

  /** @param bytes of all events of the environment; these may be cleared at once */
  keep(environmentId: string, bytes: number, events: { clear(): void }): void {
    this.kept.set(environmentId, events);
    for (const id of this.byTenant.take(environmentId, bytes)) this.kept.get(id)?.clear();
  }

  delete(environmentId: string): void {
    this.byTenant.delete(environmentId);
    this.kept.delete(environmentId);
  }
}
