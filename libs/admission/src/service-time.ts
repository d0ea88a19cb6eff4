/**
 * Measures service time: elapsed time divided by the number of concurrent runs at each moment. So the sum over all runs
 * is the elapsed time, and a busy machine does not raise the cost of a run.
 */
export class ServiceClock {
  private running = 0;
  /** The service time of a run since the beginning. */
  private reading = 0;
  private readAt: number;

  /** @param now ms of a monotonic clock */
  constructor(private readonly now: () => number) {
    this.readAt = now();
  }

  /** @returns a function that ends the run, once, and returns its service time in milliseconds */
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

/** The number of latest turns whose flows are remembered. */
const TURNS = 64;

/** The use of the latest turns by flow. */
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

  /** Whether a flow has used more than an equal part while others were there. */
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
