/**
 * A process with this many unanswered heartbeats hangs. Counted instead of timed: after a pause of the whole machine,
 * none has been sent.
 */
const OPEN_AT_MOST = 10;

/** Sends heartbeats to a process; responses show that it handles its messages. */
export class Heartbeats {
  private open = 0;

  /** @param ask resolves when the process has responded */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly hangs: () => void,
  ) {}

  beat(): void {
    if (this.open >= OPEN_AT_MOST) {
      this.hangs();
      return;
    }
    this.open++;
    // A process that has exited is replaced elsewhere.
    this.ask().then(
      () => (this.open = 0),
      () => undefined,
    );
  }
}
