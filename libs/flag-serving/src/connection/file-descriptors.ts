import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { ServingMetrics } from '../serving-metrics.js';

/** For engines, files, logs and the listening sockets. */
const RESERVED = 64;
/** With fewer free connections than this, the process reports not ready; health checks can still connect. */
const NOT_READY_BELOW = 16;

export interface DescriptorShares {
  connections: number;
  streams: number;
}

/** Reserves a tenth of the connections, at least 32, so that reads go on when streams have used up their share. */
export function shareOut(descriptors: number): DescriptorShares {
  const connections = Math.max(0, descriptors - RESERVED);
  return { connections, streams: Math.max(0, Math.min(connections - 32, Math.floor(connections * 0.9))) };
}

/** The soft limit of this process, which may change while it runs; Infinity where the system has none. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** Keeps the process from running out of file descriptors: it closes connections beyond its share at once. */
export class FileDescriptors {
  private shares: DescriptorShares = shareOut(Infinity);
  private descriptors = Infinity;

  constructor(
    private readonly server: () => Server,
    private readonly metrics: Pick<ServingMetrics, 'streamCapacity'>,
    private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /** How many streams may be open. */
  get forStreams(): number {
    return this.shares.streams;
  }

  /** Whether almost no connection is left. */
  async areShort(): Promise<boolean> {
    if (this.shares.connections === Infinity) return false;
    const server = this.server();
    const count = promisify(server.getConnections.bind(server));
    return (await count()) > this.shares.connections - NOT_READY_BELOW;
  }

  /** Rereads the limit, which may have changed. */
  check(): void {
    const descriptors = descriptorLimit();
    if (descriptors === this.descriptors) return;
    this.descriptors = descriptors;
    this.shares = shareOut(descriptors);
    this.metrics.streamCapacity(this.shares.streams);
    this.server().maxConnections = this.shares.connections;
    this.logger.info({ descriptors, ...this.shares }, 'file descriptors shared out');
  }
}
