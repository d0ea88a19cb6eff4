import type { ProjectRow } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import { inTime } from '../in-time.js';

const ENVIRONMENTS_AT_MOST = 10_000;
/** A read outlives a Postgres that is paused: nobody waits longer to know whose environment this is. */
const FIND_WITHIN_MILLISECONDS = 50;

/** Whose an environment is. */
export interface Tenant {
  project: string;
  account: string;
}

/** Whose the environments are. */
export class Tenants {
  /** An environment never changes its project, nor that its maker. Those who ask for one at the same time share the answer. */
  private readonly tenants: LRUCache<string, Tenant>;

  /** @param findProject undefined when there is no such environment */
  constructor(findProject: (environmentId: string) => Promise<ProjectRow | undefined>) {
    this.tenants = new LRUCache<string, Tenant>({
      max: ENVIRONMENTS_AT_MOST,
      fetchMethod: async (environmentId) => {
        const row = await findProject(environmentId);
        return row && { project: row.project_id, account: row.account_id ?? row.project_id };
      },
    });
  }

  /** Undefined when nobody has asked yet. */
  known(environmentId: string): Tenant | undefined {
    return this.tenants.get(environmentId);
  }

  /** While Postgres does not answer, an environment counts by itself. */
  async find(environmentId: string): Promise<Tenant> {
    const known = this.known(environmentId);
    if (known) return known;
    // What comes too late for this read is there for the next.
    const found = await inTime(FIND_WITHIN_MILLISECONDS, this.tenants.fetch(environmentId)).catch(() => undefined);
    return found ?? { project: environmentId, account: environmentId };
  }
}
