import { setTimeout as delay } from 'node:timers/promises';
import type { FaultSpan } from '@burgee/testing';
import type { Random } from './random.js';

export interface Fault {
  name: string;
  struck: string;
  /** The services and engines that may misbehave during the fault. */
  victims: string[];
  strike: () => Promise<void> | void;
  heal: () => Promise<void> | void;
}

/** The time of a fault, and its victims. */
export interface FaultRecord extends FaultSpan {
  name: string;
  victims: string[];
}

const LASTS: [number, number] = [1_500, 3_500];

/** Makes one thing fail after the other, as a seed says. */
export class Nemesis {
  readonly faults: FaultRecord[] = [];
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly choose: () => Fault,
    private readonly random: Random,
    private readonly lasts = LASTS,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the last fault is healed. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    for (;;) {
      await this.pause(500, 1_500);
      if (this.stopped.signal.aborted) return;
      const fault = this.choose();
      const { name, struck, victims } = fault;
      const record: FaultRecord = { name, struck, victims, begin: performance.now(), end: Infinity };
      this.faults.push(record);
      await fault.strike();
      await this.pause(...this.lasts);
      await fault.heal();
      record.end = performance.now();
    }
  }

  private async pause(low: number, high: number): Promise<void> {
    await delay(this.random.between(low, high), undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
