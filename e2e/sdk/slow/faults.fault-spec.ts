import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BurgeeClient, type BurgeeError, createClient, type Flag } from '@burgee/sdk';
import {
  aFlag,
  aProject,
  type TestCluster,
  eventually,
  retryUnavailable,
  FaultProxy,
  type Project,
  startTestCluster,
  TestClient,
} from '@burgee/testing';
import { HoldingProxy } from '../holding-proxy.js';

let cluster: TestCluster;
/** The proxy between the client and the public address. */
let wire: FaultProxy;
let project: Project;
let client: BurgeeClient;
let said: string[];
let errors: BurgeeError[];
/** Requests for all flags: sent, and under way. */
let fetches: { sent: number; open: number };

beforeAll(async () => {
  cluster = await startTestCluster({ sdkGateways: 2, links: false });
  wire = await FaultProxy.to(Number(new URL(cluster.url).port));
});
afterAll(async () => {
  await wire?.close();
  await cluster?.stop();
});

beforeEach(async () => {
  // Pauses and timeouts run on fake timers; the network, the service and eventually() use the real clock.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  await wire.pass();
  project = await aProject(cluster.url);
  said = [];
  errors = [];
  fetches = { sent: 0, open: 0 };
});
afterEach(() => {
  client.close();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

async function inTime(holds: () => unknown, withinMs = 30_000): Promise<void> {
  await eventually(async () => {
    try {
      await holds();
    } catch (error) {
      await pass(1_000);
      throw error;
    }
  }, withinMs);
}

function follow(baseUrl = `http://127.0.0.1:${wire.port}`): BurgeeClient {
  client = createClient({
    baseUrl,
    sdkKey: project.development.sdk_key,
    logger: { warn: (message) => said.push(message) },
    onError: (error) => errors.push(error),
    fetch: counted,
  });
  return client;
}

/** The client aborts each request when it is over, whether it succeeded or failed. */
const counted: typeof fetch = (url, init) => {
  if (typeof url === 'string' && url.endsWith('/flags')) {
    fetches.sent++;
    fetches.open++;
    init?.signal?.addEventListener('abort', () => fetches.open--);
  }
  return fetch(url, init);
};

async function edit(flag: { id: string }, body: object): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
  await retryUnavailable(() => project.owner.client.patch(path, body));
}

/** Checks that the client has exactly the flags and version of a fetch. */
async function expectCopyEqualsGet(): Promise<void> {
  await inTime(async () => {
    const answer = await new TestClient(cluster.url).get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    const { flags, version } = client.snapshot();
    const sorted = [...flags].toSorted((one, other) => (one.key < other.key ? -1 : 1));
    expect({ version: `W/"${version}"`, flags: sorted }).toEqual({
      version: answer.headers.etag,
      flags: answer.body as Flag[],
    });
  });
}

/** Waits until the client is ready with an open stream: later changes come over it. */
async function following(): Promise<{ id: string; key: string }> {
  const flag = await aFlag(project);
  expect(await follow().ready()).toBe(true);
  await eventually(async () => {
    expect(fetches.open).toBe(0);
    const { sent } = fetches;
    for (const is_enabled of [true, false, true]) {
      await edit(flag, { is_enabled });
      await eventually(() => expect(client.bool(flag.key, !is_enabled)).toBe(is_enabled));
    }
    expect(fetches).toEqual({ sent, open: 0 });
  });
  return flag;
}

describe("the client's flags equal GET after", () => {
  it('a disconnection during changes', async () => {
    const flag = await following();
    await wire.refuse();
    await edit(flag, { rollout_percentage: 50 });
    const other = await aFlag(project, { type: 'string' });
    await edit(other, { is_enabled: true });
    expect((await project.owner.client.delete(`/api/flags/${flag.id}`)).status).toBe(200);
    await pass(10_000);
    expect(client.bool(flag.key, false)).toBe(true);
    await wire.pass();
    await expectCopyEqualsGet();
    await edit(other, { is_enabled: false });
    await expectCopyEqualsGet();
  });

  it('a restart of the public address', async () => {
    const flag = await following();
    await cluster.services['api-gateway']?.stop();
    expect(client.bool(flag.key, false)).toBe(true);
    await pass(5_000);
    await cluster.services['api-gateway']?.start();
    await edit(flag, { is_enabled: false });
    await expectCopyEqualsGet();
    expect(client.bool(flag.key, true)).toBe(false);
  });

  it('both sdk-gateways are killed in turn and replaced', async () => {
    const flag = await following();
    for (const name of ['sdk-gateway-1', 'sdk-gateway-2']) {
      const gateway = cluster.services[name]!;
      await gateway.kill();
      await edit(flag, { rollout_percentage: name.endsWith('1') ? 10 : 20 });
      await expectCopyEqualsGet();
      await gateway.start();
    }
    await edit(flag, { rollout_percentage: 30 });
    await expectCopyEqualsGet();
  });

  it('a half-open connection, without data or an error', async () => {
    const flag = await following();
    wire.blackhole();
    await edit(flag, { is_enabled: false });
    await pass(44_000);
    expect(client.error).toBeUndefined();
    // The client closes the connection by itself, and the next one gets no answer either.
    await inTime(() => expect(client.status).toBe('stale'));
    expect(client.bool(flag.key, false)).toBe(true);
    await wire.pass();
    await expectCopyEqualsGet();
    expect(client.bool(flag.key, true)).toBe(false);
  });

  it('a slow network from the start', async () => {
    wire.latency(700);
    const flag = await aFlag(project);
    expect(follow().bool(flag.key, true)).toBe(true);
    expect(await client.ready()).toBe(true);
    expect(client.bool(flag.key, true)).toBe(false);
    await expectCopyEqualsGet();
    await edit(flag, { is_enabled: true, rollout_percentage: 40 });
    await expectCopyEqualsGet();
    expect(said).toEqual([]);
  });

  it('repeatedly truncated answers', async () => {
    await following();
    for (const bytes of [0, 60, 200, 400]) {
      wire.cutAfter(bytes);
      await aFlag(project);
      await pass(3_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await wire.pass();
    await expectCopyEqualsGet();
  });

  it('a clock an hour ahead, then an hour behind', async () => {
    const flag = await following();
    for (const hours of [1, -1]) {
      const elsewhere = () => performance.timeOrigin + performance.now() + hours * 3_600_000;
      const now = jest.spyOn(Date, 'now').mockImplementation(elsewhere);
      try {
        wire.reset();
        await edit(flag, { rollout_percentage: 50 + hours });
        await pass(1_000);
        await wire.pass();
      } finally {
        now.mockRestore();
      }
      await expectCopyEqualsGet();
    }
  });

  it('a proxy that buffers the stream', async () => {
    const holding = await HoldingProxy.to(cluster.url);
    try {
      const flag = await aFlag(project);
      expect(await follow(holding.url).ready()).toBe(true);
      await edit(flag, { is_enabled: true });
      await expectCopyEqualsGet();
      await edit(flag, { is_enabled: false });
      await expectCopyEqualsGet();
      await inTime(() => expect(holding.streams).toBeGreaterThanOrEqual(2));
      holding.release();
      await edit(flag, { rollout_percentage: 5 });
      await expectCopyEqualsGet();
    } finally {
      client.close();
      await holding.close();
    }
  });
});

describe('a key that is rotated while in use', () => {
  it('is fatal at once, with one message, and values stay', async () => {
    const flag = await following();
    const { id } = project.development;
    const path = `/api/projects/${project.id}/environments/${id}/rotate-sdk-key`;
    expect((await project.owner.client.post(path, {})).status).toBe(200);
    await inTime(() => expect(client.status).toBe('fatal'));
    expect(client.bool(flag.key, false)).toBe(true);
    expect(errors).toMatchObject([{ code: 'sdk_key_invalid', fatal: true }]);
    expect(said).toEqual([expect.stringContaining('Copy the current one')]);
    // Only the timer for the retry is left.
    await pass(1_000);
    expect(jest.getTimerCount()).toBe(1);
  });
});
