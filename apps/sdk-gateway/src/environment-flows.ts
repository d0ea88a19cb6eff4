import type { Flow } from '@burgee/admission';
import type { ProjectRow } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import { inTime } from './in-time.js';

const ENVIRONMENTS_AT_MOST = 10_000;
/** A read goes on while Postgres is paused, so it waits only this long for the account of its environment. */
const FIND_WITHIN_MILLISECONDS = 50;

/** The accounts of environments, which determine their flows. */
export class EnvironmentFlows {
  /** An environment never changes its account. Concurrent requests for one share the look-up. */
  private readonly accounts: LRUCache<string, string>;

  /** @param findProject returns undefined when the environment does not exist */
  constructor(findProject: (environmentId: string) => Promise<ProjectRow | undefined>) {
    this.accounts = new LRUCache<string, string>({
      max: ENVIRONMENTS_AT_MOST,
      fetchMethod: async (environmentId) => {
        const row = await findProject(environmentId);
        return row && (row.account_id ?? row.project_id);
      },
    });
  }

  /** The account, if known; else the environment counts on its own. */
  accountOf(environmentId: string): string {
    return this.accounts.get(environmentId) ?? environmentId;
  }

  /** The account and the environment; only the environment while Postgres is down. */
  of(environmentId: string): Flow | Promise<Flow> {
    const account = this.accounts.get(environmentId);
    return account === undefined ? this.find(environmentId) : [account, environmentId];
  }

  private async find(environmentId: string): Promise<Flow> {
    // A late answer is still cached for the next request.
    const found = await inTime(FIND_WITHIN_MILLISECONDS, this.accounts.fetch(environmentId)).catch(() => undefined);
    return found === undefined ? [environmentId] : [found, environmentId];
  }
}
