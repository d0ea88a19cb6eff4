import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { eventually, startTestCluster, type TestCluster, TestClient } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { StreamFixture, untilOpen } from '../streams/stream-fixture.js';

/** Longer than all requests of the test. The test does not wait for its end. */
const DELAY = { SHUTDOWN_DELAY_SECONDS: '120' };
const STREAMS = 40;
/** So slow that the streams end over two seconds. */
const DRAIN = { STREAM_DRAIN_PER_SECOND: '20', STREAM_DRAIN_SECONDS: '60' };

let cluster: TestCluster;
let fixture: StreamFixture;

beforeAll(async () => {
  cluster = await startTestCluster({ links: false });
  fixture = await StreamFixture.in(cluster);
});
afterEach(() => fixture.leave());
afterAll(() => cluster?.stop());

const service = (name: string) => cluster.services[name]!;

async function readiness(url: string): Promise<[number, string | undefined]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, ((await response.json()) as { detail?: string }).detail];
}

async function restart(name: string, settings: Record<string, string> = {}): Promise<void> {
  await service(name).stop();
  await service(name).start(settings);
  await eventually(async () => expect(await readiness(service(name).opsUrl)).toEqual([200, undefined]));
}

/** Starts a toggle without sending its body. @returns a function that sends the body and resolves to the status */
async function beginToggle(base: string): Promise<() => Promise<number>> {
  const body = JSON.stringify({ is_enabled: true });
  const cookie = [...fixture.project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const toggle = request(`${base.replace('localhost', '127.0.0.1')}${fixture.valuePath}/toggle`, {
    method: 'PATCH',
    agent: false,
    headers: { cookie, expect: '100-continue', 'content-type': 'application/json', 'content-length': body.length },
  });
  toggle.flushHeaders();
  await once(toggle, 'continue');
  return async () => {
    toggle.end(body);
    const [response] = (await once(toggle, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
}

async function untilNothingListens(url: string): Promise<void> {
  await eventually(() => expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } }));
}

describe('a process that is stopping', () => {
  it('F24: is unready at once, and accepts requests and streams until its delay is over', async () => {
    const services = Object.values(cluster.services);
    await Promise.all(services.map(({ name }) => restart(name, DELAY)));
    for (const { pid } of services) process.kill(pid, 'SIGTERM');
    for (const { url, opsUrl } of services) {
      for (const port of [url, opsUrl])
        await eventually(async () => expect(await readiness(port)).toEqual([503, 'stopping']));
      const answer = await new TestClient(url).get('/livez', { connection: 'keep-alive' });
      expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
    }
    await fixture.changes(2);
    await untilOpen([fixture.client(), fixture.client([service('sdk-gateway-1').url])]);
    await fixture.expectEqual();
    await Promise.all(services.map((one) => one.kill()));
    await Promise.all(services.map((one) => one.start()));
  });

  it.each(['flags-admin', 'api-gateway'])('F24: %s answers the request that is under way', async (name) => {
    await restart(name);
    const { url } = service(name);
    const finish = await beginToggle(url);
    const stopped = service(name).stop();
    await untilNothingListens(url);
    expect(await finish()).toBe(200);
    await stopped;
    await service(name).start();
  });

  it.each(['sdk-gateway-1', 'api-gateway'])('F24: %s ends its streams at the pace of its settings', async (name) => {
    await restart(name, DRAIN);
    const clients = Array.from({ length: STREAMS }, () => fixture.client());
    await untilOpen(clients);
    const opened = performance.now();
    await service(name).stop();
    const endings = () => clients.map(({ endedAt }) => endedAt);
    await eventually(() => expect(Math.min(...endings())).toBeGreaterThan(opened));
    // Two seconds, less what a busy machine was late to notice the first.
    expect(Math.max(...endings()) - Math.min(...endings())).toBeGreaterThan(1_000);
    // Each got a new time to reconnect, other than at its start.
    expect(new Set(clients.map(({ lastRetry }) => lastRetry)).size).toBeGreaterThan(STREAMS / 2);
    await service(name).start();
    // Not in their own time, which grows while nothing listens.
    for (const client of clients) client.reconnect();
    await untilOpen(clients, 30_000);
    await fixture.changes(2);
    await fixture.expectEqual(clients);
  });
});
