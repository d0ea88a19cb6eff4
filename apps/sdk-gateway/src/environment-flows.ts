import type { Flow } from '@burgee/admission';
import type { ProjectRow } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import { inTime } from './in-time.js';

const ENVIRONMENTS_AT_MOST = 10_000;
/** A read outlives a Postgres that is paused: nobody waits longer to know whose environment this is. */
const FIND_WITHIN_MILLISECONDS = 50;

/** The accounts that environments belong to, and so their flows. */
export class EnvironmentFlows {
  /** An environment never changes its account. Those who ask for one at the same time share the answer. */
  private readonly accounts: LRUCache<string, string>;

  /** @param findProject undefined when there is no such environment */
  constructor(findProject: (environmentId: string) => Promise<ProjectRow | undefined>) {
    this.accounts = new LRUCache<string, string>({
      max: ENVIRONMENTS_AT_MOST,
      fetchMethod: async (environmentId) => {
        const row = await findProject(environmentId);
        return row && (row.account_id ?? row.project_id);
      },
    });
  }

  /** As far as that is known; else the environment counts by itself. */
  accountOf(environmentId: string): string {
    return this.accounts.get(environmentId) ?? environmentId;
  }

  /** The account, then the environment. While Postgres does not answer, the environment alone. */
  of(environmentId: string): Flow | Promise<Flow> {
    const account = this.accounts.get(environmentId);
    return account === undefined ? this.find(environmentId) : [account, environmentId];
  }

  private async find(environmentId: string): Promise<Flow> {
    // What comes too late for this request is there for the next.
    const found = await inTime(FIND_WITHIN_MILLISECONDS, this.accounts.fetch(environmentId)).catch(() => undefined);
    return found === undefined ? [environmentId] : [found, environmentId];
  }
}
