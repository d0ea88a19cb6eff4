import { type AppliedWanted, type EdgeApplied, parsePosition, type StreamApplied } from '@burgee/contracts/wire';
import { every, type Repetition } from '@burgee/process-kit';
import type { Logger } from 'pino';
import { AppliedWait } from './applied-wait.js';
import type { ProcessCount } from './process-counts.js';

const COUNT_MS = 200;
/** Concurrent waits, over all environments; each environment has one. */
const WAITS_AT_MOST = 1_000;

/** The server that clients of this edge connect to. */
export interface CountingServer {
  /** The count of each process; the first call starts counting. */
  countApplied: (environmentId: string, wanted: AppliedWanted) => Promise<ProcessCount[]>;
  /** Records an acknowledgement, in the process that has the client's stream. */
  acknowledge: (environmentId: string, acknowledged: StreamApplied) => void;
  endApplied: (waitId: string) => void;
}

interface ReportParts {
  edge: string;
  /** @throws UpstreamError */
  send: (key: string, applied: EdgeApplied) => Promise<void>;
  /** A key to report with. */
  keyOf: (environmentId: string) => string | undefined;
  logger: Pick<Logger, 'debug'>;
}

/** Tells the upstream, while it waits for clients to have a change, how many clients here have it. */
export class ReportApplied {
  private readonly waits = new Map<string, AppliedWait>();
  private readonly sending = new Set<string>();
  private server: CountingServer | undefined;
  private job: Repetition | undefined;

  constructor(private readonly parts: ReportParts) {}

  start(server: CountingServer): void {
    this.server = server;
  }

  stop(): void {
    this.job?.stop();
    this.waits.clear();
  }

  /** The upstream starts or ends a wait. */
  wanted(environmentId: string, wanted: AppliedWanted): void {
    if (wanted.within_ms <= 0) this.end(wanted.wait_id);
    else if (parsePosition(wanted.position) && !this.waits.has(wanted.wait_id) && this.waits.size < WAITS_AT_MOST) {
      this.waits.set(wanted.wait_id, new AppliedWait(this.parts.edge, environmentId, wanted, performance.now()));
      // Now, so that the currently connected clients are counted.
      void this.count(wanted.wait_id);
      this.job ??= every(COUNT_MS, () => this.reportAll());
    }
  }

  /** Receives the report of an edge that follows this one. */
  receive(environmentId: string, { wait_id, reports }: EdgeApplied): void {
    const wait = this.waits.get(wait_id);
    if (wait?.environmentId === environmentId) wait.receive(reports);
  }

  /** Each process checks whether the stream is its own. */
  acknowledge(environmentId: string, acknowledged: StreamApplied): void {
    if (this.waits.get(acknowledged.wait_id)?.environmentId === environmentId)
      this.server?.acknowledge(environmentId, acknowledged);
  }

  private end(waitId: string): void {
    this.waits.delete(waitId);
    this.server?.endApplied(waitId);
    if (this.waits.size > 0) return;
    this.job?.stop();
    this.job = undefined;
  }

  private reportAll(): void {
    for (const [waitId, wait] of this.waits)
      if (wait.left(performance.now()).within_ms === 0) this.end(waitId);
      else if (!this.sending.has(waitId)) {
        this.sending.add(waitId);
        void this.report(waitId, wait).finally(() => this.sending.delete(waitId));
      }
  }

  private async count(waitId: string): Promise<void> {
    const wait = this.waits.get(waitId);
    if (!wait || !this.server) return;
    const counts = await this.server.countApplied(wait.environmentId, wait.left(performance.now()));
    wait.count(counts, performance.now());
  }

  private async report(waitId: string, wait: AppliedWait): Promise<void> {
    await this.count(waitId);
    const key = this.parts.keyOf(wait.environmentId);
    if (key === undefined || !this.waits.has(waitId)) return;
    for (const body of wait.due(performance.now()))
      await this.parts
        .send(key, body)
        .catch((error: unknown) => this.parts.logger.debug({ err: error }, 'reporting who has a change failed'));
  }
}
