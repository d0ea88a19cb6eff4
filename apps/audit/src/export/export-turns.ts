import { overloaded } from '@burgee/contracts/wire';
import { FairQueue, type Spend, TurnQueue } from '@burgee/process-kit';

/** Bytes of entries that an account may export: at once, and in a second when it has done so. */
const OF_ACCOUNT = { perSecond: 2_000_000, burst: 50_000_000, atOnce: Infinity, atOnceOfOne: 1 };

/** Exports read one part at a time. Networks and accounts take turns, and each account pays for what it is given. */
export class ExportTurns {
  private readonly budgets = new FairQueue(OF_ACCOUNT);
  private readonly turns = new TurnQueue({
    atOnce: 1,
    waitingAtMost: 100,
    full: () => overloaded('Too many exports wait for their turn.'),
  });

  /**
   * @param share for whom it is, the widest first; the last is the account
   * @throws overloaded
   */
  run<T>(share: readonly string[], job: (spend: Spend) => Promise<T>): Promise<T> {
    return this.budgets.run(share.at(-1) ?? '', (spend) => this.turns.run(share, () => job(spend)));
  }
}
