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

/** Of so many turns it is known whose they were. */
const TURNS = 64;

/** What flows have used of the latest turns. */
export class RecentUse {
  private readonly turns: { flow: string; cost: number }[] = [];
  private readonly flows = new Map<string, { cost: number; turns: number }>();
  private cost = 0;

  note(flow: string, cost: number): void {
    this.turns.push({ flow, cost });
    this.count(flow, cost, 1);
    const oldest = this.turns.length > TURNS ? this.turns.shift() : undefined;
    if (oldest) this.count(oldest.flow, -oldest.cost, -1);
  }

  /** Whether a flow has used more than an equal part, while others were there. */
  isBusy(flow: string): boolean {
    return this.flows.size > 1 && (this.flows.get(flow)?.cost ?? 0) * this.flows.size > this.cost;
  }

  private count(flow: string, cost: number, turn: 1 | -1): void {
    const before = this.flows.get(flow) ?? { cost: 0, turns: 0 };
    this.cost += cost;
    if (before.turns + turn === 0) this.flows.delete(flow);
    else this.flows.set(flow, { cost: before.cost + cost, turns: before.turns + turn });
  }
}
