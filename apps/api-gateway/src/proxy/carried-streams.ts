import { pipeline, type Readable } from 'node:stream';
import { type DrainLimits, endStreams } from '@burgee/process-kit';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { CarriedStream } from './carried-stream.js';

/** The event streams that pass through this replica, which end one after the other when it stops. */
export class CarriedStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<CarriedStream>();

  constructor(private readonly limits: DrainLimits) {}

  /** @returns what the caller is to be sent of an event stream */
  carry(events: Readable): CarriedStream {
    const carried = new CarriedStream();
    this.open.add(carried);
    // When either end goes, so does the other.
    pipeline(events, carried, () => undefined);
    carried.once('close', () => this.open.delete(carried));
    return carried;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const streams = [...this.open].map((carried) => ({
      end: (lastBytes: string) => carried.endBetweenEvents(lastBytes),
    }));
    await endStreams(streams, this.limits);
  }
}
