import type { CountedClients } from '@burgee/flag-serving';

/** The count of one process of this edge. */
export interface ProcessCount extends CountedClients {
  pid: number;
}

/** A process counts on every request: without a count for this long, it hangs or is gone. */
const SILENT_AFTER_MS = 2_000;

/** The counts of this edge's processes for one wait. */
export class ProcessCounts {
  private readonly processes = new Map<number, { count: ProcessCount; at: number }>();

  /** @param now ms of a monotonic clock */
  receive(counts: readonly ProcessCount[], now: number): void {
    for (const count of counts) this.processes.set(count.pid, { count, at: now });
  }

  sum(now: number): CountedClients {
    const counts = [...this.processes.values()].map(({ count, at }) =>
      now - at < SILENT_AFTER_MS
        ? count
        : { ...count, notSeen: count.clients - count.delivered, streams: 0, pollers: 0, lastSeenAt: undefined },
    );
    const sum = (one: (count: CountedClients) => number) => counts.reduce((total, count) => total + one(count), 0);
    const seen = counts.flatMap(({ lastSeenAt }) => lastSeenAt ?? []);
    return {
      clients: sum(({ clients }) => clients),
      delivered: sum(({ delivered }) => delivered),
      acknowledged: sum(({ acknowledged }) => acknowledged),
      notSeen: sum(({ notSeen }) => notSeen),
      streams: sum(({ streams }) => streams),
      pollers: sum(({ pollers }) => pollers),
      lastSeenAt: seen.length > 0 ? seen.reduce((a, b) => Math.min(a, b)) : undefined,
      estimated: counts.some(({ estimated }) => estimated),
      sampled: counts.some(({ sampled }) => sampled),
      edges: [...new Set(counts.flatMap(({ edges }) => edges))],
    };
  }
}
