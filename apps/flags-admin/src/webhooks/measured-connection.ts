import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A connection that measures for how long this thread works on what it receives. TLS over a stream works within these calls, its
 * handshake and certificates included; over a plain socket it would do so before any JavaScript runs, where nothing measures it.
 */
export class MeasuredConnection extends Duplex {
  /** @param spend called with milliseconds */
  constructor(
    private readonly socket: Socket,
    spend: (ms: number) => void,
  ) {
    super();
    socket
      .on('data', (chunk: Buffer) => {
        const begun = performance.now();
        if (!this.push(chunk)) socket.pause();
        spend(performance.now() - begun);
      })
      .on('end', () => this.push(null))
      .on('error', (error) => this.destroy(error))
      .on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
