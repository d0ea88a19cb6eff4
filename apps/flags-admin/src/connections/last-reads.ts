import type { EnvironmentRead } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';

const MAX_ENVIRONMENTS = 200_000;

/** When applications last used a key, as gateways report it; in memory only, because they report again within seconds. */
@Injectable()
export class LastReads {
  private readonly at = new Map<string, string>();

  receive(reads: readonly EnvironmentRead[]): void {
    for (const { environment_id, at } of reads) {
      const known = this.at.get(environment_id);
      if (known === undefined ? this.at.size < MAX_ENVIRONMENTS : known < at) this.at.set(environment_id, at);
    }
  }

  of(environmentId: string): string | null {
    return this.at.get(environmentId) ?? null;
  }
}
