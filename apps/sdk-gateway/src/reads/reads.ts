import type { EnvironmentRead } from '@burgee/contracts';
import { Injectable } from '@nestjs/common';

/** A busy environment is told this often, not with every read. */
const TOLD_AGAIN_AFTER_MILLISECONDS = 10_000;
const ENVIRONMENTS_AT_MOST = 100_000;

/** When each environment's keys were last used here. Costs a read one entry in a map, and nothing waits for it. */
@Injectable()
export class Reads {
  private readonly lastRead = new Map<string, number>();
  private readonly lastTold = new Map<string, number>();

  note(environmentId: string, now = Date.now()): void {
    if (this.lastRead.size < ENVIRONMENTS_AT_MOST || this.lastRead.has(environmentId))
      this.lastRead.set(environmentId, now);
  }

  /** What was not told yet, or all of it for those who were not there. */
  take(all: boolean): EnvironmentRead[] {
    const reads: EnvironmentRead[] = [];
    for (const [environmentId, at] of this.lastRead) {
      const told = this.lastTold.get(environmentId);
      if (!all && told !== undefined && at < told + TOLD_AGAIN_AFTER_MILLISECONDS) continue;
      this.lastTold.set(environmentId, at);
      reads.push({ environment_id: environmentId, at: new Date(at).toISOString() });
    }
    return reads;
  }
}
