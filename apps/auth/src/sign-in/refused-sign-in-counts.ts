/** The reasons that clients can distinguish. An unknown email and a wrong password are the same reason. */
export type RefusalKind = 'invalid_credentials' | 'too_many_attempts' | 'job_token_refused' | 'by_provider';

/** Refused sign-ins of one address block. */
export interface RefusedSignIns {
  /** Null for all blocks beyond the limit. */
  block: string | null;
  invalid_credentials: number;
  too_many_attempts: number;
  /** Tokens of CI jobs. */
  job_token_refused?: number;
  /** Answers of providers that opened no session. Absent where there were none. */
  by_provider?: number;
}

/** A client with many addresses writes up to this many entries plus one. */
export const BLOCKS_AT_MOST = 100;

/** Counts refused sign-ins by address block, in bounded memory. */
export class RefusedSignInCounts {
  private readonly counts = new Map<string | null, RefusedSignIns>();

  add(block: string, kind: RefusalKind): void {
    const isFull = !this.counts.has(block) && this.counts.size >= BLOCKS_AT_MOST;
    const counted = isFull ? null : block;
    const count: RefusedSignIns = this.counts.get(counted) ?? {
      block: counted,
      invalid_credentials: 0,
      too_many_attempts: 0,
    };
    count[kind] = (count[kind] ?? 0) + 1;
    this.counts.set(counted, count);
  }

  /** Returns and resets the counts. */
  take(): RefusedSignIns[] {
    const taken = [...this.counts.values()];
    this.counts.clear();
    return taken;
  }
}
