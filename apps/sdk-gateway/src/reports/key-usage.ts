import type { EnvironmentRead } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** A busy environment is reported this often, not with every read. */
const REPORTED_AGAIN_AFTER_MILLISECONDS = 10_000;
/** Deleted ones among them: those that were used longest ago make room. */
const ENVIRONMENTS_AT_MOST = 100_000;

/** Both in ms since 1970. */
interface Usage {
  at: number;
  reportedAt: number;
}

/** When a key of each environment was last used here. Costs a read one look into a map. */
@Injectable()
export class KeyUsage {
  private readonly usages = new LRUCache<string, Usage>({ max: ENVIRONMENTS_AT_MOST });

  note(environmentId: string, now = Date.now()): void {
    const usage = this.usages.get(environmentId);
    if (usage) usage.at = now;
    else this.usages.set(environmentId, { at: now, reportedAt: -Infinity });
  }

  /** What was not reported yet; or all of it, for receivers that have missed reports. */
  take(all: boolean): EnvironmentRead[] {
    const reads: EnvironmentRead[] = [];
    this.usages.rforEach((usage, environmentId) => {
      if (!all && usage.at < usage.reportedAt + REPORTED_AGAIN_AFTER_MILLISECONDS) return;
      usage.reportedAt = usage.at;
      reads.push({ environment_id: environmentId, at: new Date(usage.at).toISOString() });
    });
    return reads;
  }
}
