import { pipeline, type Readable } from 'node:stream';
import { type DrainLimits, endStreams } from '@burgee/process-kit';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { CarriedStream } from './carried-stream.js';

/** The event streams through this replica, which end one after the other when it stops. */
export class CarriedStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<CarriedStream>();
  private stopping = false;

  constructor(private readonly limits: DrainLimits) {}

  /** @returns the stream to send to the client */
  carry(events: Readable): CarriedStream {
    const carried = new CarriedStream();
    this.open.add(carried);
    // Closing either end closes the other.
    pipeline(events, carried, () => undefined);
    carried.once('close', () => this.open.delete(carried));
    // A load balancer has not noticed the shutdown yet.
    if (this.stopping) void this.end([carried]);
    return carried;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.end([...this.open]);
  }

  private end(streams: CarriedStream[]): Promise<void> {
    const endable = streams.map((carried) => ({ end: (lastBytes: string) => carried.endBetweenEvents(lastBytes) }));
    return endStreams(endable, this.limits);
  }
}
