import { AdmissionPace, PAUSE_MILLISECONDS } from './admission-pace.js';

/** Each of them costs what an idle stream costs. */
const WAITING_AT_MOST = 4_096;

/** Where requests wait. Shares take turns, and so do the narrower ones inside each. */
export interface Line<Waiting> {
  readonly size: number;
  /** @param path shares, widest first */
  add(path: readonly string[], waiting: Waiting): void;
  /** Whoever has the next turn. */
  takeNext(): Waiting | undefined;
  /** The latest of the share that waits with most. */
  takeSurplus(): Waiting | undefined;
}

/** A request for a stream. Neither may throw. */
export interface Waiting {
  admit: () => void;
  /** There is no room for it. @param retryAfterSeconds when it may try again */
  refuse: (retryAfterSeconds: number) => void;
}

/**
 * Requests for streams, admitted a batch at a time, at the pace that the event loop bears: when thousands come at once, reads are
 * answered in between instead of after all of them. Shares take turns, so who opens many waits, and others get in at once. When
 * too many wait, the share that waits with most loses its latest.
 */
export class AdmissionQueue {
  private readonly pace = new AdmissionPace();
  private next: NodeJS.Timeout | undefined;

  /** @param now ms, by a clock that only rises */
  constructor(
    private readonly waiting: Line<Waiting>,
    private readonly waitingAtMost = WAITING_AT_MOST,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Calls `admit` later: within a millisecond when there was no batch lately.
   * @param path the shares that the request counts for, widest first
   */
  enqueue(path: readonly string[], waiting: Waiting): void {
    this.waiting.add(path, waiting);
    if (this.waiting.size > this.waitingAtMost) this.waiting.takeSurplus()?.refuse(this.pace.retryAfter(Math.random()));
    if (this.next === undefined) this.schedule(0);
  }

  private schedule(milliseconds: number): void {
    const due = this.now() + milliseconds;
    this.next = setTimeout(() => this.runBatch(this.now() - due), milliseconds);
  }

  private runBatch(lateMilliseconds: number): void {
    this.next = undefined;
    if (this.waiting.size === 0) return;
    for (let left = this.pace.next(lateMilliseconds); left > 0; left--) this.waiting.takeNext()?.admit();
    this.schedule(PAUSE_MILLISECONDS);
  }
}
