import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StreamClient } from '@burgee/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type BenchCluster, YARDSTICK } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';

export interface BareStreamServer {
  url: string;
  pid: number;
  child: ChildProcess;
}

/** A bare server that opens a stream with the same bytes as the gateway does. */
export async function startBareStreamServer(cluster: BenchCluster, fixture: BenchFixture): Promise<BareStreamServer> {
  const response = await fetch(`${cluster.sdkGatewayUrl}/api/v1/stream`, { headers: { 'x-sdk-key': fixture.sdkKey } });
  const names = ['content-type', 'cache-control', 'x-accel-buffering', 'vary', 'x-request-id'];
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name) ?? '']));
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const child = fork(join(import.meta.dirname, 'bare-stream-server.js'));
  child.send({ headers, first, natsUrl: cluster.natsUrlFor(YARDSTICK), subject: YARDSTICK });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, child };
}

interface Yardstick {
  nats: NatsConnection;
  /** @returns when the event was sent, by `performance.now()` */
  publish: () => Promise<number>;
}

/** Sends the bare server's streams an event as long as one of the gateway. */
export async function connectYardstick(cluster: BenchCluster): Promise<Yardstick> {
  const { host, username, password } = new URL(cluster.natsUrlFor(YARDSTICK));
  const nats = await connect({ servers: host, user: username, pass: password });
  const event = `id: 0123456789ab-1\nevent: flag_updated\ndata: ${'x'.repeat(400)}\n\n`;
  const publish = async () => {
    const publishedAt = performance.now();
    nats.publish(YARDSTICK, event);
    return publishedAt;
  };
  return { nats, publish };
}

/** Clients with an open stream each. All receive the same events. */
export class StreamLoad {
  private readonly clients: StreamClient[] = [];
  private receivedAt: number[] = [];
  private allReceived: (at: number[]) => void = () => undefined;

  /** Opens `count` streams of one server, a hundred at a time. */
  static async open(count: number, url: string, sdkKey: string): Promise<StreamLoad> {
    const load = new StreamLoad();
    const onEvent = ({ kind }: { kind: string }) => {
      if (kind === 'flag_updated') load.received();
    };
    while (load.clients.length < count) {
      const next = Array.from({ length: Math.min(100, count - load.clients.length) }, () =>
        new StreamClient({ base: () => url, sdkKey, keepsFlags: false, fromNow: true, onEvent }).start(),
      );
      load.clients.push(...next);
      while (next.some((client) => !client.isOpen)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return load;
  }

  /** @returns when each client received the next event, by `performance.now()`, in ascending order */
  nextEvent(): Promise<number[]> {
    this.receivedAt = [];
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`Only ${this.receivedAt.length} of ${this.clients.length} clients got the event.`)),
        20_000,
      );
      this.allReceived = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
  }

  close(): void {
    for (const client of this.clients) client.stop();
  }

  private received(): void {
    if (this.receivedAt.push(performance.now()) === this.clients.length) this.allReceived(this.receivedAt);
  }
}
