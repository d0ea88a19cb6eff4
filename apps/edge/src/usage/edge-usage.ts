import type { UsageReport, UsageVariant, UsageWindow } from '@burgee/contracts/wire';
import { type UsageSink, UsageSums } from '@burgee/flag-serving';

export interface UsageOfEnvironment {
  environmentId: string;
  reports: UsageReport[];
}

/** What applications reported to this process and what it decided, summed up. A window that comes again counts once. */
export class EdgeUsage implements UsageSink {
  private readonly sums: UsageSums;

  /**
   * @param isNew whether no process of this edge has had this window before
   * @param dropped an entry that has no room
   */
  constructor(
    private readonly isNew: (window: string) => Promise<boolean>,
    dropped: () => void,
  ) {
    this.sums = new UsageSums(dropped);
  }

  /** What becomes of it is not waited for. */
  add(environmentId: string, { window, reports }: UsageWindow): boolean {
    void this.isNew(`${environmentId} ${window}`).then(
      (isNew) => {
        if (isNew) for (const report of reports) this.sums.add(environmentId, report);
      },
      // The process that knows is gone, and this one with it.
      () => undefined,
    );
    return true;
  }

  evaluated(environmentId: string, protocol: string, flagKey: string, variant: UsageVariant | 'unknown'): void {
    this.sums.evaluated(environmentId, protocol, flagKey, variant);
  }

  bulk(environmentId: string, protocol: string): void {
    this.sums.bulk(environmentId, protocol);
  }

  /** Each part is made when it is asked for: to make all of them takes long. */
  *take(): Generator<UsageOfEnvironment> {
    for (const [environmentId, { reports }] of this.sums.take()) yield { environmentId, reports };
  }
}
