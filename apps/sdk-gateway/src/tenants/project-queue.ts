import type { TenantQueue } from '@burgee/flag-serving';
import { FairQueue, type Spend } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import { inTime } from '../in-time.js';

/** Bytes: a project's large flag sets are sent at this rate, and loaded at a tenth of it. */
const LIMITS = { perSecond: 20_000_000, burst: 20_000_000, atOnce: 4, atOnceOfOne: 1 };
const ENVIRONMENTS_AT_MOST = 10_000;
/** A read outlives a Postgres that is paused: nobody waits longer to know whose environment this is. */
const FIND_WITHIN_MILLISECONDS = 50;

/** The projects of this replica take turns. */
export class ProjectQueue implements TenantQueue {
  private readonly queue = new FairQueue(LIMITS);
  private readonly projects = new LRUCache<string, string>({ max: ENVIRONMENTS_AT_MOST });

  /** @param findProject undefined when there is no such environment */
  constructor(private readonly findProject: (environmentId: string) => Promise<string | undefined>) {}

  async run<T>(environmentId: string, job: (spend: Spend) => Promise<T>): Promise<T> {
    return this.queue.run(this.projects.get(environmentId) ?? (await this.projectOf(environmentId)), job);
  }

  tenantOf(environmentId: string): string {
    return this.projects.get(environmentId) ?? environmentId;
  }

  spend(environmentId: string, bytes: number): void {
    void this.projectOf(environmentId).then((project) => this.queue.spend(project, bytes));
  }

  /** An environment never changes its project. While Postgres does not answer it counts by itself. */
  private async projectOf(environmentId: string): Promise<string> {
    const known = this.projects.get(environmentId);
    if (known) return known;
    const finding = inTime(FIND_WITHIN_MILLISECONDS, this.findProject(environmentId));
    const project = await finding.catch(() => undefined);
    if (project) this.projects.set(environmentId, project);
    return project ?? environmentId;
  }
}
