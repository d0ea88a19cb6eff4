import type { EnvironmentRead } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Deleted ones among them: those that were read longest ago make room. */
const ENVIRONMENTS_AT_MOST = 200_000;

/** When applications last used a key, as gateways report it; in memory only, because they report again within seconds. */
@Injectable()
export class LastReads {
  private readonly at = new LRUCache<string, string>({ max: ENVIRONMENTS_AT_MOST });

  receive(reads: readonly EnvironmentRead[]): void {
    for (const { environment_id, at } of reads) {
      const known = this.at.peek(environment_id);
      if (known === undefined || known < at) this.at.set(environment_id, at);
    }
  }

  of(environmentId: string): string | null {
    return this.at.peek(environmentId) ?? null;
  }
}
