import type { EnvironmentRead } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';

const ENVIRONMENTS_AT_MOST = 200_000;

/** When applications last came in, as the gateways told it; in memory alone, because it is told anew within seconds. */
@Injectable()
export class LastReads {
  private readonly at = new Map<string, string>();

  hear(reads: readonly EnvironmentRead[]): void {
    for (const { environment_id, at } of reads) {
      const known = this.at.get(environment_id);
      if (known === undefined ? this.at.size < ENVIRONMENTS_AT_MOST : known < at) this.at.set(environment_id, at);
    }
  }

  of(environmentId: string): string | null {
    return this.at.get(environmentId) ?? null;
  }
}
