interface Tenant {
  bytes: number;
  /** Bytes of the file of each environment; what was written longest ago comes first. */
  files: Map<string, number>;
}

/**
 * The bytes of a folder with a file for each environment, or of what waits to be written there, up to a number of them. When it is
 * full, the tenant whose files have most gives up those that were written longest ago: nobody's files give way to those of somebody who
 * has more.
 */
export class FolderRoom {
  private readonly tenants = new Map<string, Tenant>();
  private readonly tenantOfFile = new Map<string, string>();
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
    return this.tenantOfFile.has(environmentId);
  }

  /** Counts a file that is there. @param known whose it was when it was written, if it says so */
  add(environmentId: string, bytes: number, known?: string): void {
    this.delete(environmentId);
    const name = known ?? this.tenantOf(environmentId);
    const tenant = this.tenants.get(name) ?? { bytes: 0, files: new Map<string, number>() };
    this.tenants.set(name, tenant);
    tenant.files.set(environmentId, bytes);
    tenant.bytes += bytes;
    this.tenantOfFile.set(environmentId, name);
    this.total += bytes;
  }

  delete(environmentId: string): void {
    const name = this.tenantOfFile.get(environmentId);
    const tenant = name === undefined ? undefined : this.tenants.get(name);
    if (name === undefined || !tenant) return;
    const bytes = tenant.files.get(environmentId) ?? 0;
    tenant.files.delete(environmentId);
    tenant.bytes -= bytes;
    if (tenant.files.size === 0) this.tenants.delete(name);
    this.tenantOfFile.delete(environmentId);
    this.total -= bytes;
  }

  /** Counts a file, in the place of an older one. @returns the environments whose files have to go for it: its own, when it finds no room */
  take(environmentId: string, bytes: number): string[] {
    this.add(environmentId, bytes);
    return this.shrink(environmentId);
  }

  /** @param last when this one has to go, no other one has to @returns the environments whose files have to go */
  shrink(last?: string): string[] {
    const given: string[] = [];
    while (this.total > this.bytesAtMost) {
      const [first] = this.largest().files.keys();
      if (first === undefined) break;
      this.delete(first);
      given.push(first);
      if (first === last) break;
    }
    return given;
  }

  private largest(): Tenant {
    let largest: Tenant = { bytes: -1, files: new Map() };
    for (const tenant of this.tenants.values()) if (tenant.bytes > largest.bytes) largest = tenant;
    return largest;
  }
}
