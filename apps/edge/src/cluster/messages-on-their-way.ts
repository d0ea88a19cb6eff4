/** A process whose messages have not left for so long hangs. */
const HANGS_AFTER_MS = 10_000;

/** The messages to a process. One that takes none for long is given no more: they would be kept without an end. */
export class MessagesOnTheirWay {
  private count = 0;
  /** When one has left last, or began to wait where none did. */
  private movedAt = 0;

  /** @param now ms, by a clock that only rises */
  constructor(
    private readonly hangs: () => void,
    private readonly now = () => performance.now(),
  ) {}

  /** @param send is called with what it has to call when the message has left; not at all where the process hangs */
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
