import {
  type AppliedWanted,
  EDGE_APPLIED_LIMITS,
  type EdgeApplied,
  type EdgeAppliedReport,
} from '@burgee/contracts/wire';
import { toWireCounts } from '@burgee/flag-serving';
import { type ProcessCount, ProcessCounts } from './process-counts.js';

/** Reports are sent at this interval even without changes, so that the upstream sees that this edge is alive. */
const REPORT_MS = 1_000;
/** Edges below this one, directly or indirectly. */
const EDGES_AT_MOST = 500;
const { reports: MOST } = EDGE_APPLIED_LIMITS;

const isDone = ({ streams, pollers }: Pick<EdgeAppliedReport, 'streams' | 'pollers'>) => streams + pollers === 0;

/** This edge's report for one wait: the counts of its own processes, and the reports of edges that follow it. */
export class AppliedWait {
  private readonly own = new ProcessCounts();
  /** By edge, whether none of its clients was pending any more. */
  private readonly known = new Map<string, boolean>();
  /** Reports to forward, once each: an edge that stops reporting is gone. */
  private readonly reported = new Map<string, EdgeAppliedReport>();
  private reportedAt = -Infinity;
  private isUrgent = false;
  private wasDone = false;

  /** @param now ms of a monotonic clock */
  constructor(
    private readonly edge: string,
    readonly environmentId: string,
    readonly wanted: AppliedWanted,
    private readonly now: number,
  ) {}

  /** The request to pass on now, with the remaining time. */
  left(now: number): AppliedWanted {
    const until = this.now + Math.min(this.wanted.within_ms, EDGE_APPLIED_LIMITS.withinMs);
    return { ...this.wanted, within_ms: Math.max(0, Math.round(until - now)) };
  }

  /** Receives reports of another edge. An edge's first and final reports are forwarded at once. */
  receive(reports: readonly EdgeAppliedReport[]): void {
    for (const report of reports) {
      const { edge } = report;
      if (edge === this.edge || (!this.known.has(edge) && this.known.size >= EDGES_AT_MOST)) continue;
      const done = isDone(report);
      if (!this.known.has(edge) || (done && !this.known.get(edge))) this.isUrgent = true;
      this.known.set(edge, done);
      this.reported.set(edge, report);
    }
  }

  count(counts: readonly ProcessCount[], now: number): void {
    this.own.receive(counts, now);
  }

  /** @returns the reports to send now; none within the interval */
  due(now: number): EdgeApplied[] {
    const counted = this.own.sum(now);
    const { lastSeenAt, edges, sampled } = counted;
    const done = isDone(counted);
    if (done && !this.wasDone) this.isUrgent = true;
    this.wasDone = done;
    if (!this.isUrgent && now - this.reportedAt < REPORT_MS) return [];
    this.reportedAt = now;
    this.isUrgent = false;
    const seen = lastSeenAt === undefined ? {} : { last_seen_at: new Date(lastSeenAt).toISOString() };
    const known = { ...seen, ...(sampled && { sampled }) };
    const named = edges.slice(0, EDGE_APPLIED_LIMITS.edges);
    const own = { edge: this.edge, ...toWireCounts(counted), ...known, edges: named };
    const reports = [own, ...this.reported.values()];
    this.reported.clear();
    const { wait_id } = this.wanted;
    const bodies = Math.ceil(reports.length / MOST);
    return Array.from({ length: bodies }, (_, body) => ({
      wait_id,
      reports: reports.slice(body * MOST, (body + 1) * MOST),
    }));
  }
}
