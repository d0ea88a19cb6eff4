import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceSpec } from '@burgee/launcher';

/** Both count from moments of their own, at the same pace. */
const ahead = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/**
 * When flags-admin read of each commit that Postgres has made it. The timestamp that Postgres itself keeps of one is taken before it waits for
 * the disk, which no delivery can shorten.
 */
export class Commits {
  private readonly at: number[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('message', (nanoseconds) => this.at.push(Number(nanoseconds.toString()) / 1e6 - ahead));
  }

  static async listen(): Promise<Commits> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Commits(socket);
  }

  /** Has flags-admin note them; other services are left as they are. */
  noteIn(spec: ServiceSpec): ServiceSpec {
    if (spec.app !== 'flags-admin') return spec;
    const env = {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'note-commits.js')}`,
      BENCH_COMMITS_PORT: String(this.socket.address().port),
    };
    return { ...spec, env: { ...spec.env, ...env } };
  }

  /** The first commit after a moment, by `performance.now()`; waits until it is told of one. */
  async after(moment: number): Promise<number> {
    for (;;) {
      const found = this.at.find((at) => at > moment);
      if (found !== undefined) return found;
      await once(this.socket, 'message', { signal: AbortSignal.timeout(10_000) });
    }
  }

  close(): void {
    this.socket.close();
  }
}
