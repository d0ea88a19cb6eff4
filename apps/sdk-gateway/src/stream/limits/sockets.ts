import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { possibleStreams } from '../../metrics.js';

const LOOK_MILLISECONDS = 1_000;
/** File descriptors for engines, files, logs and the listening sockets. */
const KEPT_FOR_SELF = 64;
/** The last connections, in which health checks still find a place. */
const RED_BELOW = 16;

/** How the file descriptors this process may have are shared out. */
export interface Shares {
  connections: number;
  streams: number;
}

/** A tenth of the connections, 32 at least, is kept from streams: reads go on when no more streams can be had. */
export function shareOut(descriptors: number): Shares {
  const connections = Math.max(0, descriptors - KEPT_FOR_SELF);
  return { connections, streams: Math.max(0, Math.min(connections - 32, Math.floor(connections * 0.9))) };
}

/** The soft limit of this process, which may be changed while it runs; Infinity where the system does not say. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** Sees to it that this process never runs out of file descriptors: beyond its share, a connection is closed at once. */
@Injectable()
export class Sockets implements OnApplicationBootstrap, OnApplicationShutdown {
  private shares: Shares = shareOut(Infinity);
  private descriptors = Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.look();
    this.timer = setInterval(() => this.look(), LOOK_MILLISECONDS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** So many streams may be open. */
  get forStreams(): number {
    return this.shares.streams;
  }

  /** Whether hardly anybody can connect any more. */
  async areShort(): Promise<boolean> {
    if (this.shares.connections === Infinity) return false;
    const count = promisify(this.server.getConnections.bind(this.server));
    return (await count()) > this.shares.connections - RED_BELOW;
  }

  private get server(): Server {
    return this.http.httpAdapter.getHttpServer() as Server;
  }

  private look(): void {
    const descriptors = descriptorLimit();
    if (descriptors === this.descriptors) return;
    this.descriptors = descriptors;
    this.shares = shareOut(descriptors);
    possibleStreams.set(this.shares.streams);
    this.server.maxConnections = this.shares.connections;
    this.logger.info({ descriptors, ...this.shares }, 'file descriptors shared out');
  }
}
