import type { EnvironmentRead } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** How often a busy environment is reported, instead of with every read. */
const REPORTED_AGAIN_AFTER_MILLISECONDS = 10_000;
/** Includes deleted environments; the least recently used are evicted. */
const ENVIRONMENTS_AT_MOST = 100_000;

/** Both in ms since 1970. */
interface LastUse {
  at: number;
  reportedAt: number;
}

/** When a key of each environment was last used here. Costs each read one map access. */
@Injectable()
export class KeyUsage {
  private readonly usages = new LRUCache<string, LastUse>({ max: ENVIRONMENTS_AT_MOST });
  /** Environments to report next. */
  private readonly due = new Set<string>();

  /** Bound, so that a read calls it directly. */
  readonly note = (environmentId: string, now = Date.now()): void => {
    const usage = this.usages.get(environmentId);
    if (usage) usage.at = now;
    else this.usages.set(environmentId, { at: now, reportedAt: -Infinity });
    if (!usage || now >= usage.reportedAt + REPORTED_AGAIN_AFTER_MILLISECONDS) this.due.add(environmentId);
  };

  /** Entries that were not reported yet; or all of them, for receivers that have missed reports. */
  take(all: boolean): EnvironmentRead[] {
    const ids = all ? [...this.usages.rkeys()] : [...this.due];
    this.due.clear();
    return ids.flatMap((environmentId) => {
      const usage = this.usages.peek(environmentId);
      if (!usage) return [];
      usage.reportedAt = usage.at;
      return { environment_id: environmentId, at: new Date(usage.at).toISOString() };
    });
  }
}
