import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyKind, UsageWindow } from '@burgee/contracts/wire';
import { UsageSums } from '@burgee/flag-serving';
import type { Logger } from 'pino';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { UsageOfEnvironment } from './edge-usage.js';

/**
 * About 6 MB while the upstream is down. Above it, the environment and kind of key with the most windows loses its
 * oldest.
 */
const WINDOWS_AT_MOST = 200;

/** About ten minutes. */
const ATTEMPTS_AT_MOST = 60;

/** Errors for which sending again is useless. */
const FINAL: ReadonlySet<string> = new Set(['refused', 'unsupported', 'loop']);

interface QueuedWindow extends UsageWindow {
  environmentId: string;
  keyKind: KeyKind;
  attempts: number;
}

const nameOf = ({ environmentId, keyKind }: QueuedWindow) => `${keyKind} ${environmentId}`;

interface ForwarderParts {
  /** @throws UpstreamError */
  send: (key: string, window: UsageWindow) => Promise<void>;
  /** A key for the report. */
  keyOf: (environmentId: string) => string | undefined;
  dropped: () => void;
  logger: Pick<Logger, 'debug'>;
}

/**
 * Reports evaluations at this edge to the upstream, in few requests. A failed window is sent again as the same window.
 */
export class UsageForwarder {
  private readonly sums: UsageSums;
  private pending: QueuedWindow[] = [];
  private sending: Promise<void> | undefined;

  constructor(private readonly parts: ForwarderParts) {
    this.sums = new UsageSums(parts.dropped);
  }

  add(usage: readonly UsageOfEnvironment[]): void {
    for (const { environmentId, keyKind, reports } of usage)
      for (const report of reports) this.sums.add(environmentId, report, keyKind);
  }

  /** Sends all pending windows. A concurrent call waits for the running one. */
  forward(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    for (const [environmentId, window, keyKind] of this.sums.take()) {
      this.pending.push({ environmentId, keyKind, attempts: 0, ...window });
      if (this.pending.length > WINDOWS_AT_MOST) this.makeRoom();
      await nextTurn();
    }
    const left: QueuedWindow[] = [];
    for (const window of this.pending)
      if (!(await this.isDone(window))) left.push({ ...window, attempts: window.attempts + 1 });
    this.pending = left;
  }

  private makeRoom(): void {
    const counts = new Map<string, number>();
    for (const one of this.pending) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
    const most = Math.max(...counts.values());
    this.pending.splice(
      this.pending.findIndex((one) => counts.get(nameOf(one)) === most),
      1,
    );
    this.parts.dropped();
  }

  private async isDone({ environmentId, attempts, window, reports }: QueuedWindow): Promise<boolean> {
    const { keyOf, send, dropped, logger } = this.parts;
    const key = keyOf(environmentId);
    try {
      if (key !== undefined) await send(key, { window, reports });
      else dropped();
      return true;
    } catch (error) {
      logger.debug({ err: error, environment_id: environmentId }, 'forwarding usage failed');
      const isFinal = error instanceof UpstreamError && FINAL.has(error.fault);
      if (!isFinal && attempts < ATTEMPTS_AT_MOST) return false;
      dropped();
      return true;
    }
  }
}
