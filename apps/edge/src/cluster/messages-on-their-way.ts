/** A process hangs when no message to it has left for this long. */
const HANGS_AFTER_MS = 10_000;

/** The messages to a process. When it takes none for long, sending stops: the queue would grow without end. */
export class MessagesOnTheirWay {
  private count = 0;
  /** When the last one left, or when the first of the current queue began to wait. */
  private movedAt = 0;

  /** @param now ms of a monotonic clock */
  constructor(
    private readonly hangs: () => void,
    private readonly now = () => performance.now(),
  ) {}

  /** @param send is called with a callback for when the message has left; not called when the process hangs */
  send(send: (hasLeft: () => void) => void): void {
    if (this.count > 0 && this.now() - this.movedAt > HANGS_AFTER_MS) {
      this.hangs();
      return;
    }
    if (this.count === 0) this.movedAt = this.now();
    this.count++;
    send(() => {
      this.count--;
      this.movedAt = this.now();
    });
  }
}
