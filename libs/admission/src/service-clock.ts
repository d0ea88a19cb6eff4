/**
 * Measures service time: the time in which something runs, divided by how many ran at each moment, itself included. So what
 * all that runs takes together is the time that passes, and a busy machine makes nobody pay more.
 */
export class ServiceClock {
  private running = 0;
  /** Service time that one has had that has run since the beginning. */
  private reading = 0;
  private readAt: number;

  /** @param now ms, by a clock that only rises */
  constructor(private readonly now: () => number) {
    this.readAt = now();
  }

  /** @returns what ends it, once; gives its service time in milliseconds */
  start(): () => number {
    const begun = this.read();
    this.running++;
    return () => {
      const ended = this.read();
      this.running--;
      return ended - begun;
    };
  }

  private read(): number {
    const now = this.now();
    if (this.running > 0) this.reading += (now - this.readAt) / this.running;
    this.readAt = now;
    return this.reading;
  }
}
