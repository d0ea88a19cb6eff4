import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { Hub } from './hub.js';
import { StreamLimits } from './limits/stream-limits.js';
import { randomRetry } from './retry.js';

const STEP_MILLISECONDS = 50;

/** In an order that has nothing to do with who came first (Fisher–Yates). */
function shuffled<T>(values: Iterable<T>): T[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [list[i], list[other]] = [list[other] as T, list[i] as T];
  }
  return list;
}

/** The end of a replica: nobody is let in, streams go on and end one by one over a time, reads are answered to the last. */
@Injectable()
export class Drain implements BeforeApplicationShutdown {
  constructor(
    private readonly hub: Hub,
    private readonly limits: StreamLimits,
    @Inject(CONFIG) private readonly config: Pick<SdkGatewayConfig, 'STREAM_DRAIN_SECONDS'>,
  ) {}

  get begun(): boolean {
    return this.limits.closing;
  }

  /** The server listens until this has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.limits.closing = true;
    const open = shuffled(this.hub.connections());
    const steps = Math.max(1, (this.config.STREAM_DRAIN_SECONDS * 1_000) / STEP_MILLISECONDS);
    const aStep = Math.max(1, Math.ceil(open.length / steps));
    const pause = Math.max(STEP_MILLISECONDS, (this.config.STREAM_DRAIN_SECONDS * 1_000) / Math.max(1, open.length));
    for (let from = 0; from < open.length; from += aStep) {
      if (from > 0) await delay(pause);
      for (const connection of open.slice(from, from + aStep)) connection.end(randomRetry());
    }
  }
}
