import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { StreamClient } from '@burgee/testing';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type BenchHouse, YARDSTICK } from './bench-house.js';
import type { Scene } from './dashboard-client.js';

export interface BareServer {
  url: string;
  pid: number;
  child: ChildProcess;
}

/** A bare server that greets with the same bytes as the gateway does. */
export async function startBareStreams(house: BenchHouse, scene: Scene): Promise<BareServer> {
  const response = await fetch(`${house.sdkGatewayUrl}/api/v1/stream`, { headers: { 'x-sdk-key': scene.sdkKey } });
  const names = ['content-type', 'cache-control', 'x-accel-buffering', 'vary', 'x-request-id'];
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name) ?? '']));
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const child = fork(join(import.meta.dirname, 'bare-stream-server.js'));
  child.send({ headers, first, natsUrl: house.natsUrlFor(YARDSTICK), subject: YARDSTICK });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, child };
}

export async function connectNats(house: BenchHouse, as: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(house.natsUrlFor(as));
  return connect({ servers: host, user: username, pass: password });
}

/** Clients that wait for events, and say when each has heard of one. */
export class Crowd {
  readonly clients: StreamClient[] = [];
  private heardAt: number[] = [];
  private allHeard: (at: number[]) => void = () => undefined;

  /** `count` clients of one server, opened a hundred at a time. */
  static async of(count: number, url: string, sdkKey: string): Promise<Crowd> {
    const crowd = new Crowd();
    const onEvent = ({ kind }: { kind: string }) => {
      if (kind !== 'flag_updated') return;
      if (crowd.heardAt.push(performance.now()) === crowd.clients.length) crowd.allHeard(crowd.heardAt);
    };
    while (crowd.clients.length < count) {
      const next = Array.from({ length: Math.min(100, count - crowd.clients.length) }, () =>
        new StreamClient({ base: () => url, sdkKey, keepsFlags: false, fromNow: true, onEvent }).start(),
      );
      crowd.clients.push(...next);
      while (next.some((client) => !client.isOpen)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return crowd;
  }

  /** @returns when each has heard of the next event, by `performance.now()`, the last one last */
  next(): Promise<number[]> {
    this.heardAt = [];
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Only ${this.heardAt.length} of all heard.`)), 20_000);
      this.allHeard = (at) => {
        clearTimeout(timer);
        resolve(at);
      };
    });
  }

  leave(): void {
    for (const client of this.clients) client.stop();
  }
}
