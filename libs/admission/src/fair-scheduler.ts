import { type AdmissionMetrics, type LevelCounts, UNCOUNTED } from './admission-metrics.js';
import { FairQueue, type Flow, type Turn } from './fair-queue.js';
import { type Level, refusal } from './level.js';
import { RecentUse, ServiceClock } from './service-time.js';

/** Permission to run, until it is released. */
export interface Seat {
  /** Milliseconds in the queue. */
  readonly waitedMs: number;
  /**
   * Releases the seat; further calls do nothing.
   * @param serviceMs the service time, if it is not the elapsed time
   */
  leave(serviceMs?: number): void;
}

interface QueuedRequest {
  since: number;
  /** Set when a seat was free at once. */
  seat?: Seat;
  settle?: (seat: Seat | Error) => void;
}

/** The queue and the running work of one level. */
class LevelQueue {
  readonly queue: FairQueue<QueuedRequest>;
  private readonly counts: LevelCounts;
  private tookSinceYield = 0;
  private yields = false;

  constructor(
    name: string,
    readonly level: Level,
    private readonly clock: ServiceClock,
    private readonly now: () => number,
    metrics: AdmissionMetrics,
    recent: RecentUse,
  ) {
    this.queue = new FairQueue(recent);
    this.counts = metrics(name, () => ({ running: this.queue.running, waiting: this.queue.size }));
  }

  dispatch(): void {
    while (!this.yields && this.queue.running < this.level.seats) {
      const turn = this.queue.takeNext(this.level.seatsOfFlow, this.level.seatsOfBusyFlow);
      if (!turn) break;
      const seat = this.seatOf(turn);
      if (turn.item.settle) turn.item.settle(seat);
      else turn.item.seat = seat;
    }
  }

  /** Refuses the latest request of the flow with most in the queue, when the queue is too long. */
  refuseSurplus(): void {
    if (this.queue.size <= this.level.waitingAtMost) return;
    const surplus = this.queue.takeSurplus();
    if (surplus) this.refuse(surplus.item, refusal(surplus.isCrowded));
  }

  refuse(waiting: QueuedRequest, error: Error): void {
    this.counts.refused();
    waiting.settle?.(error);
  }

  private seatOf(turn: Turn<QueuedRequest>): Seat {
    const begunAt = this.now();
    const waitedMs = begunAt - turn.item.since;
    this.counts.waited(waitedMs / 1_000);
    const ended = this.level.isIdle ? () => 0 : this.clock.start();
    let isHeld = true;
    const leave = (serviceMs?: number) => {
      if (!isHeld) return;
      isHeld = false;
      const measured = ended();
      this.queue.end(turn, serviceMs ?? measured);
      this.yieldAfter(this.now() - begunAt);
      this.dispatch();
    };
    return { waitedMs, leave };
  }

  private yieldAfter(tookMs: number): void {
    const { sliceMs } = this.level;
    if (sliceMs === undefined || this.yields) return;
    this.tookSinceYield += tookMs;
    if (this.tookSinceYield < sliceMs) return;
    this.yields = true;
    setImmediate(() => {
      this.yields = false;
      this.tookSinceYield = 0;
      this.dispatch();
    });
  }
}

/** Aborted when the client leaves. A function is called only once the request has to wait. */
export type Gone = AbortSignal | (() => AbortSignal);

export interface SchedulerOptions {
  metrics?: AdmissionMetrics;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/**
 * Admits work: flows take turns by the service time that they have used. Each level has its own seats. On an idle
 * machine no request waits.
 */
export class FairScheduler<Name extends string> {
  private readonly levels: ReadonlyMap<string, LevelQueue>;
  private readonly now: () => number;

  constructor(
    levels: Readonly<Record<Name, Level>>,
    { metrics = UNCOUNTED, now = () => performance.now() }: SchedulerOptions = {},
  ) {
    this.now = now;
    const [clock, recent] = [new ServiceClock(now), new RecentUse()];
    this.levels = new Map(
      Object.entries<Level>(levels).map(([name, level]) => [
        name,
        new LevelQueue(name, level, clock, now, metrics, recent),
      ]),
    );
  }

  /**
   * A seat, at once if one is free.
   * @param gone aborted when the client stops waiting
   * @returns rejects with too_many_requests or overloaded after too long a wait or in too long a queue; with `gone`'s
   * reason; with the error given to `refuseWaiting`
   */
  enter(flow: Flow, name: Name, gone?: Gone): Seat | Promise<Seat> {
    const levelQueue = this.levels.get(name) as LevelQueue;
    const { queue, level } = levelQueue;
    if (gone instanceof AbortSignal && gone.aborted) return Promise.reject(gone.reason as Error);
    const waiting: QueuedRequest = { since: this.now() };
    queue.add(flow, waiting);
    levelQueue.dispatch();
    if (waiting.seat) return waiting.seat;
    const signal = typeof gone === 'function' ? gone() : gone;
    if (signal?.aborted && queue.remove(flow, waiting)) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const giveUp = (error: Error) => {
        if (queue.remove(flow, waiting)) levelQueue.refuse(waiting, error);
      };
      const isTooLong = () => giveUp(refusal(queue.isCrowded(flow)));
      const tooLong = level.waitAtMostMs < Infinity ? setTimeout(isTooLong, level.waitAtMostMs).unref() : undefined;
      const leave = () => giveUp(signal?.reason as Error);
      signal?.addEventListener('abort', leave, { once: true });
      waiting.settle = (seat) => {
        clearTimeout(tooLong);
        signal?.removeEventListener('abort', leave);
        if (seat instanceof Error) reject(seat);
        else resolve(seat);
      };
      levelQueue.refuseSurplus();
    });
  }

  /** Runs work in a seat. @throws as `enter` does, and what the work throws */
  async run<T>(flow: Flow, name: Name, work: () => T | Promise<T>, gone?: Gone): Promise<T> {
    const entered = this.enter(flow, name, gone);
    const seat = entered instanceof Promise ? await entered : entered;
    try {
      return await work();
    } finally {
      seat.leave();
    }
  }

  /**
   * Runs steps of this process in slices, each in its own seat, with other work in between.
   * @returns the result of the steps
   */
  async runInSlices<T>(flow: Flow, name: Name, steps: Iterator<unknown, T>, gone?: Gone): Promise<T> {
    const { sliceMs = 0 } = this.levels.get(name)?.level ?? {};
    const takeSlice = (): IteratorResult<unknown, T> => {
      const end = this.now() + sliceMs;
      let step = steps.next();
      while (!step.done && this.now() < end) step = steps.next();
      return step;
    };
    try {
      for (;;) {
        const step = await this.run(flow, name, takeSlice, gone);
        if (step.done) return step.value;
      }
    } catch (error) {
      steps.return?.();
      throw error;
    }
  }

  /**
   * Refuses all waiting requests at once, since their dependency is down. Later requests still try when a seat is free.
   */
  refuseWaiting(error: Error): void {
    for (const levelQueue of this.levels.values())
      for (const waiting of levelQueue.queue.takeAll()) levelQueue.refuse(waiting, error);
  }
}
