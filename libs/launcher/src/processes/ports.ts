import { randomInt } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** Below the range that systems use for outgoing connections (from 32768 on), so none of those can take one. */
const FIRST_PORT = 10_000;
const BLOCKS = 220;
const BLOCK_SIZE = 100;
/** The start within the block, random because two processes may share a block. */
let turn = randomInt(BLOCK_SIZE);

/**
 * A free port. Each process takes ports from its own block, so that two that start at the same time do
 * not choose the same one, and a restarted process finds its port free.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < BLOCK_SIZE; tries++) {
    const port = FIRST_PORT + (process.pid % BLOCKS) * BLOCK_SIZE + (turn++ % BLOCK_SIZE);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port is free in the block of ${BLOCK_SIZE} from which this process takes them.`);
}

/** Whether `good` is emitted before an error. */
function happens(emitter: EventEmitter, good: string): Promise<boolean> {
  return new Promise((resolve) => {
    emitter.once(good, () => resolve(true));
    emitter.once('error', () => resolve(false));
  });
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, LOOPBACK);
  const free = await happens(server, 'listening');
  server.close();
  return free;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, LOOPBACK);
  const open = await happens(socket, 'connect');
  socket.destroy();
  return open;
}

/** Resolves when a process listens on `port`. */
export async function portOpens(port: number, withinMs = 30_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(20)) {
    if (await accepts(port)) return;
  }
  throw new Error(`Nothing listens on port ${port} after ${withinMs} ms.`);
}

/** Several free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
