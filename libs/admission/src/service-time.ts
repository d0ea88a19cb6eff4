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

  /** @reruns a function that ends the run, once, and reruns its service time in milliseconds */
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

/** How many recent runs are remembered with their flows. */
const RUNS = 64;

/** The use of the latest runs by flow. */
export class RecentUse {
  private readonly runs: { flow: string; cost: number }[] = [];
  private readonly flows = new Map<string, { cost: number; runs: number }>();
  private cost = 0;

  note(flow: string, cost: number): void {
    this.runs.push({ flow, cost });
    this.count(flow, cost, 1);
    const oldest = this.runs.length > RUNS ? this.runs.shift() : undefined;
    if (oldest) this.count(oldest.flow, -oldest.cost, -1);
  }

  /** Whether a flow has used more than an equal part while others were there. */
  isBusy(flow: string): boolean {
    return this.flows.size > 1 && (this.flows.get(flow)?.cost ?? 0) * this.flows.size > this.cost;
  }

  private count(flow: string, cost: number, turn: 1 | -1): void {
    const before = this.flows.get(flow) ?? { cost: 0, runs: 0 };
    this.cost += cost;
    if (before.runs + turn === 0) this.flows.delete(flow);
    else this.flows.set(flow, { cost: before.cost + cost, runs: before.runs + turn });
  }
}
