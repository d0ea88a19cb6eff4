import type { EnvironmentRead } from '@burgee/contracts/messages';
import { Injectable } from '@nestjs/common';

/** A busy environment is reported this often, not with every read. */
const REPORTED_AGAIN_AFTER_MILLISECONDS = 10_000;
const ENVIRONMENTS_AT_MOST = 100_000;

/** When a key of each environment was last used here. Costs a read one entry in a map. */
@Injectable()
export class KeyUsage {
  private readonly lastUsed = new Map<string, number>();
  private readonly lastReported = new Map<string, number>();

  note(environmentId: string, now = Date.now()): void {
    if (this.lastUsed.size < ENVIRONMENTS_AT_MOST || this.lastUsed.has(environmentId))
      this.lastUsed.set(environmentId, now);
  }

  /** What was not reported yet; or all of it, for receivers that have missed reports. */
  take(all: boolean): EnvironmentRead[] {
    const reads: EnvironmentRead[] = [];
    for (const [environmentId, at] of this.lastUsed) {
      const reported = this.lastReported.get(environmentId);
      if (!all && reported !== undefined && at < reported + REPORTED_AGAIN_AFTER_MILLISECONDS) continue;
      this.lastReported.set(environmentId, at);
      reads.push({ environment_id: environmentId, at: new Date(at).toISOString() });
    }
    return reads;
  }
}
