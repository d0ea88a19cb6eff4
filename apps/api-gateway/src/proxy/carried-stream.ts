import { Transform, type TransformCallback } from 'node:stream';

const END_OF_EVENT = '\n\n';

/** An event stream of a service on its way to a client. It can be ended between two events, never within one. */
export class CarriedStream extends Transform {
  /** The last two bytes that passed. */
  private tail = END_OF_EVENT;
  private lastBytes: string | undefined;
  private ended = false;

  /** Ends the stream with these bytes, now or once the current event is complete. */
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
    // So that the service notices, too.
    this.once('end', () => this.destroy());
  }
}
