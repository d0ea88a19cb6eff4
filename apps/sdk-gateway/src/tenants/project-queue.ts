import type { TenantQueue } from '@burgee/flag-serving';
import { FairQueue, type FairQueueOptions, type Spend } from '@burgee/process-kit';
import type { Tenants } from './tenants.js';

interface QueueLimits {
  ofProject: FairQueueOptions;
  ofAccount: FairQueueOptions;
}

/** Bytes: a project's large flag sets are sent at this rate, and loaded at a tenth of it. */
const PROJECT_RATE = { perSecond: 20_000_000, burst: 20_000_000 };
/** An account may have a hundred projects. Together they get what five would. */
const ACCOUNT_RATE = { perSecond: 100_000_000, burst: 100_000_000 };

/** For what is done with large flag sets. */
export const LARGE_FLAG_SETS: QueueLimits = {
  ofProject: { ...PROJECT_RATE, atOnce: Infinity, atOnceOfOne: 1 },
  ofAccount: { ...ACCOUNT_RATE, atOnce: 4, atOnceOfOne: 2 },
};

/**
 * For loading all others. To load one takes Postgres a hundred times as long as to send it and more, so an account loads 2 MB of them in a
 * second when it has used its burst; several at a time, since Postgres may be far away.
 */
export const SMALL_FLAG_SETS: QueueLimits = {
  ofProject: { perSecond: 15_000_000, burst: 60_000_000, atOnce: Infinity, atOnceOfOne: 4 },
  ofAccount: { perSecond: 20_000_000, burst: 80_000_000, atOnce: 32, atOnceOfOne: 4 },
};

/** For reads of changes that streams have missed. Most are short, and take no longer than the way to Postgres. */
export const PAST_CHANGES: QueueLimits = {
  ofProject: { ...PROJECT_RATE, atOnce: Infinity, atOnceOfOne: 4 },
  ofAccount: { ...ACCOUNT_RATE, atOnce: 32, atOnceOfOne: 8 },
};

/** Milliseconds of this process: a quarter of its time. */
const DECISION_RATE = { perSecond: 250, burst: 500 };

/** For decisions that take longer than most and are not of large flag sets, one after the other. */
export const DECISIONS: QueueLimits = {
  ofProject: { ...DECISION_RATE, atOnce: Infinity, atOnceOfOne: 1 },
  ofAccount: { ...DECISION_RATE, atOnce: 1, atOnceOfOne: 1 },
};

/** The accounts of this replica take turns, and within a project the networks that read it. */
export class ProjectQueue implements TenantQueue {
  private readonly projects: FairQueue;
  private readonly accounts: FairQueue;

  constructor(
    private readonly tenants: Tenants,
    { ofProject, ofAccount }: QueueLimits,
  ) {
    this.projects = new FairQueue(ofProject);
    this.accounts = new FairQueue(ofAccount);
  }

  async run<T>(environmentId: string, job: (spend: Spend) => Promise<T>, networks?: readonly string[]): Promise<T> {
    const { project, account } = await this.tenants.find(environmentId);
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
    return this.tenants.known(environmentId)?.account ?? environmentId;
  }

  async findTenant(environmentId: string): Promise<string> {
    const { account } = await this.tenants.find(environmentId);
    return account;
  }
}
