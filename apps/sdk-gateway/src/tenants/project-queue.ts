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
  private readonly tenants = new LRUCache<string, Tenant>({ max: ENVIRONMENTS_AT_MOST });

  /** @param findProject undefined when there is no such environment */
  constructor(private readonly findProject: (environmentId: string) => Promise<ProjectRow | undefined>) {}

  async run<T>(environmentId: string, job: (spend: Spend) => Promise<T>, networks?: readonly string[]): Promise<T> {
    const { project, account } = await this.findTenant(environmentId);
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

  spend(environmentId: string, bytes: number): void {
    void this.findTenant(environmentId).then(({ project, account }) => {
      this.projects.spend(project, bytes);
      this.accounts.spend(account, bytes);
    });
  }

  /** An environment never changes its project, nor that its maker. While Postgres does not answer it counts by itself. */
  private async findTenant(environmentId: string): Promise<Tenant> {
    const known = this.tenants.get(environmentId);
    if (known) return known;
    // What comes too late for this read is there for the next.
    const finding = this.findProject(environmentId).then((row) => this.keep(environmentId, row));
    const tenant = await inTime(FIND_WITHIN_MILLISECONDS, finding).catch(() => undefined);
    return tenant ?? { project: environmentId, account: environmentId };
  }

  private keep(environmentId: string, row: ProjectRow | undefined): Tenant | undefined {
    if (!row) return undefined;
    const tenant = { project: row.project_id, account: row.account_id ?? row.project_id };
    this.tenants.set(environmentId, tenant);
    return tenant;
  }
}
