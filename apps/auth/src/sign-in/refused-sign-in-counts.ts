/** What callers can tell apart. An unknown email and a wrong password are one, here as well. */
export type RefusalKind = 'invalid_credentials' | 'too_many_attempts';

/** Refused sign-ins of one address block. */
export interface RefusedSignIns {
  /** Null: of all blocks beyond those that are counted one by one. */
  block: string | null;
  invalid_credentials: number;
  too_many_attempts: number;
}

/** Whoever has many addresses writes no more entries than this and one. */
export const BLOCKS_AT_MOST = 100;

/** Counts refused sign-ins by address block, in bounded memory. */
export class RefusedSignInCounts {
  private readonly counts = new Map<string | null, RefusedSignIns>();

  add(block: string, kind: RefusalKind): void {
    const isFull = !this.counts.has(block) && this.counts.size >= BLOCKS_AT_MOST;
    const counted = isFull ? null : block;
    const count = this.counts.get(counted) ?? { block: counted, invalid_credentials: 0, too_many_attempts: 0 };
    count[kind]++;
    this.counts.set(counted, count);
  }

  /** All that was counted since the last time. */
  take(): RefusedSignIns[] {
    const taken = [...this.counts.values()];
    this.counts.clear();
    return taken;
  }
}
