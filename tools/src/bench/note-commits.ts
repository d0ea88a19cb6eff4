/**
 * Loaded ahead of a service: notes when it reads that Postgres has a transaction on disk, and tells the bench a little later,
 * when the change has been heard of. Times are nanoseconds of the monotonic clock.
 */
import { createSocket } from 'node:dgram';
import { Socket } from 'node:net';

/** CommandComplete with the tag COMMIT. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
const TELL_AFTER_MILLISECONDS = 50;

const bench = createSocket('udp4').unref();
const port = Number(process.env.BENCH_COMMITS_PORT);
const { push } = Socket.prototype;

Socket.prototype.push = function (this: Socket, chunk: unknown, encoding?: BufferEncoding): boolean {
  if (Buffer.isBuffer(chunk) && chunk.includes(COMMITTED)) {
    const at = String(process.hrtime.bigint());
    setTimeout(() => bench.send(at, port, '127.0.0.1'), TELL_AFTER_MILLISECONDS);
  }
  return push.call(this, chunk, encoding);
};
