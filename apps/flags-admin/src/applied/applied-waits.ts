import type { AppliedView } from '@burgee/contracts/http';
import { type AppliedCountedV1, type AppliedWantedV1, SUBJECTS } from '@burgee/contracts/messages';
import { type FlagSetVersion, formatPosition } from '@burgee/contracts/wire';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { StreamCounts } from '../stream-counts/stream-counts.js';
import { type Counts, EnvironmentWait } from './environment-wait.js';
import { type NotWaited, notWaited } from './not-waited.js';

/** How often a wait checks its state without a message. A gateway may be gone. */
const LOOK_MILLISECONDS = 200;
/** How long finished waits stay in memory. */
const KEPT_MILLISECONDS = 120_000;
/** Each holds a connection of the api-gateway. */
const UNDER_WAY_AT_MOST = 500;
/** Includes finished waits. */
const KEPT_AT_MOST = 5_000;

const UNDER_WAY = 'Another wait for this environment is in progress.';
const TOO_MANY = 'Too many requests wait for clients.';
const NATS_DOWN = 'NATS is down, so it is unknown which clients have the change.';

interface Wait {
  id: string;
  position: string;
  counted: EnvironmentWait;
  /** By `performance.now()`. */
  until: number;
  isComplete: boolean;
  /** No request blocks on this wait, so another wait may replace it. */
  yields: boolean;
  /** Called when a gateway reports a count. */
  heard?: () => void;
  /** The final counts, once the wait has ended. */
  last?: Counts;
}

/** The timeout of a wait, and whether it yields. */
type Manner = Pick<Wait, 'yields'> & { withinMs: number };
type WantedCounts = Pick<AppliedWantedV1, 'wait_id' | 'within_ms' | 'yields'>;

/**
 * Waits until the clients of an environment have a change, based on counts from gateways. Each environment has one wait
 * at a time.
 */
@Injectable()
export class AppliedWaits implements OnApplicationBootstrap, OnModuleDestroy {
  /** By environment, the wait in progress or the last one. Includes waits of other replicas. */
  private readonly waits = new Map<string, Wait>();
  private isStopping = false;

  constructor(
    private readonly messenger: Messenger,
    private readonly streams: StreamCounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers waiting requests with the counts so far, before open connections are drained. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.appliedWanted, (read, environmentId) => {
      const message = read();
      if (message) this.wanted(environmentId, message);
    });
    this.messenger.subscribe(SUBJECTS.appliedCounted, (read, environmentId) => {
      const message = read();
      if (message) this.counted(environmentId, message);
    });
  }

  /** A wait that began here, or that another replica began or ended. */
  wanted(environmentId: string, { wait_id, epoch, revision, within_ms, yields = false }: AppliedWantedV1): void {
    const known = this.waits.get(environmentId);
    if (within_ms === 0 && known?.id === wait_id) known.until = Math.min(known.until, performance.now());
    if (within_ms > 0 && !this.isUnderWay(known))
      this.begin(environmentId, wait_id, formatPosition({ epoch, revision }), {
        withinMs: within_ms,
        yields,
      });
  }

  counted(environmentId: string, count: AppliedCountedV1): void {
    const wait = this.waits.get(environmentId);
    if (wait?.id !== count.wait_id) return;
    wait.counted.receive(count, performance.now());
    wait.heard?.();
  }

  /** The wait in progress, or the last one within two minutes. */
  latest(environmentId: string): AppliedView | undefined {
    const wait = this.waits.get(environmentId);
    // Gateways report nothing after the end of the wait.
    return wait && view(wait, wait.last ?? wait.counted.counts(Math.min(performance.now(), wait.until)));
  }

  /** @returns at once when waiting is impossible. Otherwise when all clients have the change, or after `withinMs`. */
  async wait(version: FlagSetVersion, withinMs: number): Promise<AppliedView> {
    const started = this.start(version, { withinMs, yields: false });
    return 'not_waited' in started ? started : this.untilOver(version, started);
  }

  /** The progress of a change. The first call starts the count. It never blocks a request that waits. */
  follow(version: FlagSetVersion, withinMs: number): AppliedView {
    const latest = this.latest(version.environmentId);
    if (latest?.position === formatPosition(version) && this.messenger.connected) {
      const isUnderWay = this.isUnderWay(this.waits.get(version.environmentId));
      if (isUnderWay || (latest.complete && latest.waiting.length === 0)) return latest;
    }
    const started = this.start(version, { withinMs, yields: true });
    if ('not_waited' in started) return started;
    void this.untilOver(version, started);
    return view(started, started.counted.counts(performance.now()));
  }

  private start(version: FlagSetVersion, manner: Manner): Wait | NotWaited {
    const { environmentId } = version;
    const named = formatPosition(version);
    if (!this.messenger.connected) return notWaited(named, NATS_DOWN, this.openStreams(environmentId));
    this.forgetOld();
    const running = this.waits.get(environmentId);
    if (running && this.isUnderWay(running)) {
      if (!running.yields) return notWaited(named, UNDER_WAY);
      running.until = performance.now();
      this.publish(version, { wait_id: running.id, within_ms: 0 });
    }
    if (this.areTooMany()) return notWaited(named, TOO_MANY);
    const id = uuidv7();
    const wait = this.begin(environmentId, id, named, manner);
    const { withinMs, yields } = manner;
    this.publish(version, { wait_id: id, within_ms: withinMs, ...(yields && { yields }) });
    return wait;
  }

  private async untilOver(version: FlagSetVersion, wait: Wait): Promise<AppliedView> {
    const counts = await this.untilAllHaveIt(wait);
    this.publish(version, { wait_id: wait.id, within_ms: 0 });
    wait.until = Math.min(wait.until, performance.now());
    wait.last = counts;
    if (this.messenger.connected) return view(wait, counts);
    return { ...view(wait, { ...counts, unknown: counts.clients - counts.delivered, waiting: [] }), complete: false };
  }

  private async untilAllHaveIt(wait: Wait): Promise<Counts> {
    for (;;) {
      const now = performance.now();
      const counts = wait.counted.counts(now);
      const isOver = now >= wait.until || this.isStopping || !this.messenger.connected;
      if (isOver || counts.waiting.length === 0) return counts;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(LOOK_MILLISECONDS, wait.until - now));
        wait.heard = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  private areTooMany(): boolean {
    let underWay = 0;
    for (const wait of this.waits.values()) if (this.isUnderWay(wait)) underWay++;
    return underWay >= UNDER_WAY_AT_MOST;
  }

  private begin(environmentId: string, id: string, position: string, { withinMs, yields }: Manner): Wait {
    const now = performance.now();
    const gateways = this.streams.of(environmentId).map(({ gateway, count }) => [gateway, count?.open ?? 0] as const);
    const isComplete = this.streams.complete && gateways.length > 0;
    const counted = new EnvironmentWait(gateways, now);
    const wait: Wait = { id, position, counted, until: now + withinMs, isComplete, yields };
    this.waits.set(environmentId, wait);
    return wait;
  }

  private isUnderWay(wait: Wait | undefined): boolean {
    return wait !== undefined && performance.now() < wait.until;
  }

  private openStreams(environmentId: string): number {
    return this.streams.of(environmentId).reduce((sum, { count }) => sum + (count?.open ?? 0), 0);
  }

  private forgetOld(now = performance.now()): void {
    for (const [id, { until }] of this.waits)
      if (now - until > KEPT_MILLISECONDS || (this.waits.size >= KEPT_AT_MOST && now >= until)) this.waits.delete(id);
  }

  private publish({ environmentId, epoch, revision }: FlagSetVersion, asked: WantedCounts): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    try {
      this.messenger.publish(SUBJECTS.appliedWanted, environmentId, { ...stamp, epoch, revision, ...asked });
    } catch (error) {
      this.logger.debug({ err: error }, 'requesting client counts from gateways failed');
    }
  }
}

const view = ({ position, isComplete }: Wait, counts: Counts): AppliedView => ({
  position,
  ...counts,
  complete: isComplete,
});
