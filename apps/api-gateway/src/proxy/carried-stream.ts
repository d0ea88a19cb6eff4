import { Transform, type TransformCallback } from 'node:stream';

const END_OF_EVENT = '\n\n';

/** An event stream of a service on its way to a caller. It can be ended between two events, without a piece of one. */
export class CarriedStream extends Transform {
  /** The last two bytes that passed. */
  private tail = END_OF_EVENT;
  private lastBytes: string | undefined;
  private ended = false;

  /** Ends it, now or when the event that is on its way is complete, with these bytes. */
  endBetweenEvents(lastBytes: string): void {
    this.lastBytes = lastBytes;
    this.endWhenComplete();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.tail = (this.tail + chunk.subarray(-END_OF_EVENT.length).toString('latin1')).slice(-END_OF_EVENT.length);
    if (!this.ended) this.push(chunk);
    this.endWhenComplete();
    done();
  }

  private endWhenComplete(): void {
    if (this.lastBytes === undefined || this.tail !== END_OF_EVENT || this.ended || this.destroyed) return;
    this.ended = true;
    this.push(this.lastBytes);
    this.push(null);
    // The service is to notice, too.
    this.once('end', () => this.destroy());
  }
}
