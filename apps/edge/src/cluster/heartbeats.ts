/** A process that has left so many questions open hangs. They are counted, not timed: after a pause of the whole machine none has been asked. */
const OPEN_AT_MOST = 10;

/** UpstreamQuestions to a process, asked again and again, whose answers say that it takes what it is sent. */
export class Heartbeats {
  private open = 0;

  /** @param ask resolves when the process has answered */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly hangs: () => void,
  ) {}

  /** Asks once more. */
  beat(): void {
    if (this.open >= OPEN_AT_MOST) {
      this.hangs();
      return;
    }
    this.open++;
    // One that has ended is replaced by who notices that.
    this.ask().then(
      () => (this.open = 0),
      () => undefined,
    );
  }
}
