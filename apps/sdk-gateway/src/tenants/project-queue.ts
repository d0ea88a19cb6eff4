import type { ProjectRow } from '@burgee/contracts/wire';
import type { TenantQueue } from '@burgee/flag-serving';
import { FairQueue, type Spend } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import { inTime } from '../in-time.js';

/** Bytes: a project's large flag sets are sent at this rate, and loaded at a tenth of it. */
const OF_PROJECT = { perSecond: 20_000_000, burst: 20_000_000, atOnce: Infinity, atOnceOfOne: 1 };
/** An account may have a hundred projects. Together they get what five would. */
const OF_ACCOUNT = { perSecond: 100_000_000, burst: 100_000_000, atOnce: 4, atOnceOfOne: 2 };
const ENVIRONMENTS_AT_MOST = 10_000;
/** A read outlives a Postgres that is paused: nobody waits longer to know whose environment this is. */
const FIND_WITHIN_MILLISECONDS = 50;

/** Whose an environment is. */
interface Tenant {
  project: string;
  account: string;
}

/** The accounts of this replica take turns, and within a project the networks that read it. */
export class ProjectQueue implements TenantQueue {
  private readonly projects = new FairQueue(OF_PROJECT);
  private readonly accounts = new FairQueue(OF_ACCOUNT);
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

  async run<T>(environmentId: string, job: (spend: Spend) => Promise<T>, networks?: readonly string[]): Promise<T> {
    const { project, account } = await this.find(environmentId);
    return this.projects.run(
      project,
      (spendOfProject) =>
        this.accounts.run(account, (spendOfAccount) =>
          job((bytes) => {
            spendOfProject(bytes);
            spendOfAccount(bytes);
          }),
        ),
      networks,
    );
  }

  tenantOf(environmentId: string): string {
    return this.tenants.get(environmentId)?.account ?? environmentId;
  }

  async findTenant(environmentId: string): Promise<string> {
    const { account } = await this.find(environmentId);
    return account;
  }

  spend(environmentId: string, bytes: number): void {
    void this.find(environmentId).then(({ project, account }) => {
      this.projects.spend(project, bytes);
      this.accounts.spend(account, bytes);
    });
  }

  /** While Postgres does not answer, an environment counts by itself. */
  private async find(environmentId: string): Promise<Tenant> {
    const known = this.tenants.get(environmentId);
    if (known) return known;
    // What comes too late for this read is there for the next.
    const found = await inTime(FIND_WITHIN_MILLISECONDS, this.tenants.fetch(environmentId)).catch(() => undefined);
    return found ?? { project: environmentId, account: environmentId };
  }
}
