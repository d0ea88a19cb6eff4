interface Tenant {
  bytes: number;
  /** Bytes of each environment; what was counted longest ago comes first. */
  environments: Map<string, number>;
}

/**
 * Bytes that are kept for environments, such as their files, up to a number of them. When there are more, the tenant that has most gives
 * up what was counted longest ago: nobody gives way to somebody who has more.
 */
export class BytesByTenant {
  private readonly tenants = new Map<string, Tenant>();
  private readonly tenantOfEnvironment = new Map<string, string>();
  private total = 0;

  /** @param tenantOf whose an environment is, as far as that is known; otherwise itself */
  constructor(
    private readonly bytesAtMost: number,
    private readonly tenantOf: (environmentId: string) => string,
  ) {}

  get bytes(): number {
    return this.total;
  }

  has(environmentId: string): boolean {
    return this.tenantOfEnvironment.has(environmentId);
  }

  /** Counts what is there. @param known whose it was when it was kept, if it says so */
  add(environmentId: string, bytes: number, known?: string): void {
    this.delete(environmentId);
    const name = known ?? this.tenantOf(environmentId);
    const tenant = this.tenants.get(name) ?? { bytes: 0, environments: new Map<string, number>() };
    this.tenants.set(name, tenant);
    tenant.environments.set(environmentId, bytes);
    tenant.bytes += bytes;
    this.tenantOfEnvironment.set(environmentId, name);
    this.total += bytes;
  }

  delete(environmentId: string): void {
    const name = this.tenantOfEnvironment.get(environmentId);
    const tenant = name === undefined ? undefined : this.tenants.get(name);
    if (name === undefined || !tenant) return;
    const bytes = tenant.environments.get(environmentId) ?? 0;
    tenant.environments.delete(environmentId);
    tenant.bytes -= bytes;
    if (tenant.environments.size === 0) this.tenants.delete(name);
    this.tenantOfEnvironment.delete(environmentId);
    this.total -= bytes;
  }

  /** Counts bytes, in the place of older ones. @returns the environments that give theirs up: its own, when it finds no room */
  take(environmentId: string, bytes: number): string[] {
    this.add(environmentId, bytes);
    return this.shrink(environmentId);
  }

  /** @param last when this one has to go, no other one has to @returns the environments that give theirs up */
  shrink(last?: string): string[] {
    const given: string[] = [];
    while (this.total > this.bytesAtMost) {
      const [first] = this.largest().environments.keys();
      if (first === undefined) break;
      this.delete(first);
      given.push(first);
      if (first === last) break;
    }
    return given;
  }

  private largest(): Tenant {
    let largest: Tenant = { bytes: -1, environments: new Map() };
    for (const tenant of this.tenants.values()) if (tenant.bytes > largest.bytes) largest = tenant;
    return largest;
  }
}
