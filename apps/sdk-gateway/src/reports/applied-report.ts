import type { AppliedCountedV1 } from '@burgee/contracts/messages';
import { type CountedClients, toWireCounts } from '@burgee/flag-serving';

/** The interval of reports without changes, so that flags-admin knows that this replica is alive. */
const SIGN_OF_LIFE_MILLISECONDS = 1_000;

type ReportedCounts = Omit<AppliedCountedV1, 'v' | 'event_id' | 'occurred_at' | 'wait_id' | 'gateway'>;

/** The reports of one wait: changes at once, and unchanged counts at intervals. */
export class AppliedReport {
  private last = '';
  private lastAt = -Infinity;
  private isDone = false;

  /** @param until by `performance.now()` */
  constructor(
    readonly environmentId: string,
    private readonly count: () => CountedClients | undefined,
    private readonly until: number,
  ) {}

  /** @returns undefined when no report is due */
  next(now: number): ReportedCounts | undefined {
    const counted = this.count();
    if (!counted) return undefined;
    const { lastSeenAt, edges, sampled } = counted;
    const counts = toWireCounts(counted);
    this.isDone = counts.streams === 0 && counts.pollers === 0;
    const seen = lastSeenAt === undefined ? {} : { last_seen_at: new Date(lastSeenAt).toISOString() };
    const count = { ...counts, ...seen, ...(sampled && { sampled }), ...(edges.length > 0 && { edges: [...edges] }) };
    const text = JSON.stringify(count);
    if (text === this.last && now - this.lastAt < SIGN_OF_LIFE_MILLISECONDS) return undefined;
    this.last = text;
    this.lastAt = now;
    return count;
  }

  isOver(now: number): boolean {
    return this.isDone || now >= this.until;
  }
}
