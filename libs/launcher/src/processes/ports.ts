import { type EventEmitter, once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether `good` comes before an error. */
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

/** Resolves when something listens on `port`. */
export async function portOpens(port: number, withinMs = 30_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(20)) {
    if (await accepts(port)) return;
  }
  throw new Error(`Nothing listens on port ${port} after ${withinMs} ms.`);
}

/** Several ports that nobody uses now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
