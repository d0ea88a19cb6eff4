import { pipeline, type Readable } from 'node:stream';
import { type DrainLimits, endStreams } from '@burgee/process-kit';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { CarriedStream } from './carried-stream.js';

/** The event streams that pass through this replica, which end one after the other when it stops. */
export class CarriedStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<CarriedStream>();
  private stopping = false;

  constructor(private readonly limits: DrainLimits) {}

  /** @returns what the caller is to be sent of an event stream */
  carry(events: Readable): CarriedStream {
    const carried = new CarriedStream();
    this.open.add(carried);
    // When either end goes, so does the other.
    pipeline(events, carried, () => undefined);
    carried.once('close', () => this.open.delete(carried));
    // A load balancer has not noticed yet.
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
