import type { KeyKind, UsageReport, UsageWindow } from '@burgee/contracts/wire';
import { type UsageSink, UsageSums } from '@burgee/flag-serving';

export interface UsageOfEnvironment {
  environmentId: string;
  keyKind: KeyKind;
  reports: UsageReport[];
}

/** Sums the reports of applications to this process, and its own decisions. A repeated window counts once. */
export class EdgeUsage implements UsageSink {
  private readonly sums: UsageSums;

  /**
   * @param isNew whether the window is new to all processes of this edge
   * @param dropped is called for an entry that does not fit
   */
  constructor(
    private readonly isNew: (window: string) => Promise<boolean>,
    dropped: () => void,
  ) {
    this.sums = new UsageSums(dropped);
  }

  /** The result is not awaited. */
  add(environmentId: string, { window, reports }: UsageWindow, keyKind: KeyKind): boolean {
    void this.isNew(`${environmentId} ${window}`).then(
      (isNew) => {
        if (isNew) for (const report of reports) this.sums.add(environmentId, report, keyKind);
      },
      // The parent process is gone, and this one ends with it.
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

  /** Parts are built one by one, since building all of them takes long. */
  *take(): Generator<UsageOfEnvironment> {
    for (const [environmentId, { reports }, keyKind] of this.sums.take()) yield { environmentId, keyKind, reports };
  }
}
