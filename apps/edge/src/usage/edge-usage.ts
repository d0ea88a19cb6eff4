import type { KeyKind, UsageReport, UsageWindow } from '@burgee/contracts/wire';
import { type UsageSink, UsageSums } from '@burgee/flag-serving';

export interface UsageOfEnvironment {
  environmentId: string;
  keyKind: KeyKind;
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
  add(environmentId: string, { window, reports }: UsageWindow, keyKind: KeyKind): boolean {
    void this.isNew(`${environmentId} ${window}`).then(
      (isNew) => {
        if (isNew) for (const report of reports) this.sums.add(environmentId, report, keyKind);
      },
      // The process that knows is gone, and this one with it.
      () => undefined,
    );
    return true;
  }

  evaluated(...decided: Parameters<UsageSink['evaluated']>): void {
    this.sums.evaluated(...decided);
  }

  bulk(...decided: Parameters<UsageSink['bulk']>): void {
    this.sums.bulk(...decided);
  }

  /** Each part is made when it is asked for: to make all of them takes long. */
  *take(): Generator<UsageOfEnvironment> {
    for (const [environmentId, { reports }, keyKind] of this.sums.take()) yield { environmentId, keyKind, reports };
  }
}
