import { setTimeout as delay } from 'node:timers/promises';
import type { TestEngine, TestCluster, TestService, FaultSpan } from '@burgee/testing';
import type { Random } from './random.js';

interface Fault {
  name: string;
  struck: string;
  /** The services and engines that cannot be blamed for what they do meanwhile. */
  victims: string[];
  strike: () => Promise<void> | void;
  heal: () => Promise<void> | void;
}

/** When a fault was in effect, and on whom. */
export interface FaultRecord extends FaultSpan {
  name: string;
  victims: string[];
}

const ENGINES = ['postgres', 'redis', 'nats'] as const;
const WIRE_FAULTS = ['blackhole', 'reset', 'refuse', 'latency', 'cut'] as const;
const LATENCY_MILLISECONDS = 80;
const CUT_AFTER_BYTES = 4_000;

/** Makes parts of a cluster fail, one after the other, as a seed says. */
export class Nemesis {
  readonly faults: FaultRecord[] = [];
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly cluster: TestCluster,
    private readonly random: Random,
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
      await this.pause(1_500, 3_500);
      await fault.heal();
      record.end = performance.now();
    }
  }

  private async pause(low: number, high: number): Promise<void> {
    await delay(this.random.between(low, high), undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }

  private choose(): Fault {
    const { cluster, random } = this;
    const services = Object.values(cluster.services).filter(({ name }) =>
      /^(sdk-gateway|flags-admin|audit)/.test(name),
    );
    const kinds = [
      () => this.onPart(...random.pick(ENGINES.map((name) => [name, cluster[name]] as const))),
      () => this.onPart(...random.pick(services.map((service) => [service.name, service] as const))),
      () => this.onWire(random.pick(services)),
    ];
    return random.pick(kinds)();
  }

  private onPart(name: string, part: TestEngine | TestService): Fault {
    const on = { struck: name, victims: [name] };
    if (this.random.next() < 0.5)
      return { name: `${name} killed`, ...on, strike: () => part.kill(), heal: () => part.start() };
    return { name: `${name} paused`, ...on, strike: () => part.pause(), heal: () => part.resume() };
  }

  private onWire({ name }: TestService): Fault {
    const engines = ENGINES.filter((engine) => engine !== 'redis' || name !== 'audit');
    const engine = this.random.pick(engines);
    const link = this.cluster.link(name, engine);
    const kind = this.random.pick(WIRE_FAULTS);
    const strikes = {
      blackhole: () => link.blackhole(),
      reset: () => link.reset(),
      refuse: () => link.refuse(),
      latency: () => link.latency(LATENCY_MILLISECONDS),
      cut: () => link.cutAfter(CUT_AFTER_BYTES),
    };
    const struck = `${name}→${engine}`;
    return { name: `${struck} ${kind}`, struck, victims: [], strike: strikes[kind], heal: () => link.pass() };
  }
}
