import { opaqueTag } from '@burgee/contracts/wire';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BurgeeWebProvider } from '@burgee/openfeature-web';
import { createClient } from '@burgee/sdk';
import {
  aFlag,
  aProject,
  aRow,
  eventually,
  FaultProxy,
  type Flag,
  type Project,
  ScriptedService,
  sharedCluster,
  AWAITED_MILLISECONDS,
} from '@burgee/testing';
import { OpenFeature as Web } from '@openfeature/web-sdk';
import { type OpenFeatureSdk, type Options, serverSdk, webSdk } from '../open-feature-sdks.js';
import { TIMEOUTS_ALONE, untilStale } from '../until-stale.js';

let project: Project;
let flag: Flag;
let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
});
afterAll(() => proxy.close());
beforeEach(async () => {
  await proxy.pass();
  project = await aProject(sharedCluster().url);
  flag = await aFlag(project);
});

const quiet = { warn: () => undefined };

const options = (more: object = {}): Options => ({
  baseUrl: `http://127.0.0.1:${proxy.port}`,
  sdkKey: project.development.sdk_key,
  logger: quiet,
  ...more,
});

async function toggle(is_enabled: boolean): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled })).status).toBe(200);
}

/** A storage like a browser's. */
function storageStub() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
}

/** The global fetch, and a record of its requests. */
function recorder() {
  const requests: { path: string; headers: Headers; signal: AbortSignal | null | undefined }[] = [];
  const fetchImplementation: typeof fetch = (input, init) => {
    requests.push({ path: new URL(String(input)).pathname, headers: new Headers(init?.headers), signal: init?.signal });
    return fetch(input, init);
  };
  return { requests, fetchImplementation, paths: () => requests.map(({ path }) => path) };
}

describe.each([
  ['@burgee/openfeature-server', serverSdk],
  ['@burgee/openfeature-web', webSdk],
])('%s', (_name, makeSdk) => {
  let sdk: OpenFeatureSdk;
  let events: [string, Record<string, unknown>][];
  beforeEach(() => {
    sdk = makeSdk();
    events = [];
  });
  afterEach(async () => {
    jest.useRealTimers();
    await sdk.close();
  });

  const listen = (...names: string[]): void => {
    for (const name of names)
      sdk.on(`PROVIDER_${name}`, (details) => events.push([name, details as Record<string, unknown>]));
  };
  const heard = (): string[] => events.map(([name]) => name);
  const ask = (fallback = false) => sdk.evaluate('Boolean', flag.key, fallback, {}, []);
  const listenToAll = (): void => listen('READY', 'ERROR', 'STALE', 'CONFIGURATION_CHANGED');

  it('is ready once flags are in memory, and emits READY once', async () => {
    await toggle(true);
    listenToAll();
    await sdk.open(options());
    expect(await ask()).toMatchObject({ value: true, reason: 'STATIC', variant: 'on' });
    expect(heard()).toEqual(['READY']);
  });

  it('emits READY itself when the option is on, so that today’s SDK runs handlers twice', async () => {
    listenToAll();
    await sdk.open(options({ emitLifecycleEvents: true }));
    expect(heard()).toEqual(['READY', 'READY']);
  });

  it('emits ERROR itself when the option is on, with the reason', async () => {
    listenToAll();
    await expect(sdk.open(options({ emitLifecycleEvents: true, sdkKey: 'bge_sdk_wrong' }))).rejects.toThrow('SDK key');
    // The event from the SDK itself has no code.
    expect(events).toContainEqual(['ERROR', expect.objectContaining({ errorCode: 'PROVIDER_FATAL' })]);
    expect(heard()).toEqual(['ERROR', 'ERROR']);
  });

  it('emits ERROR itself when the service does not answer in time and the option is on', async () => {
    await proxy.refuse();
    listenToAll();
    const given = options({ emitLifecycleEvents: true, timeoutMs: 200 });
    await expect(sdk.open(given)).rejects.toMatchObject({ code: 'GENERAL' });
    const said = expect.objectContaining({ errorCode: 'GENERAL', message: expect.stringContaining('does not answer') });
    expect(events).toContainEqual(['ERROR', said]);
    expect(heard()).toEqual(['ERROR', 'ERROR']);
  });

  it('names the changed flags', async () => {
    await sdk.open(options());
    listenToAll();
    events.length = 0;
    await toggle(true);
    await eventually(() => expect(heard()).toContain('CONFIGURATION_CHANGED'));
    expect(events).toEqual([['CONFIGURATION_CHANGED', expect.objectContaining({ flagsChanged: [flag.key] })]]);
    expect((await ask()).value).toBe(true);
  });

  it('carries the id of the flag and the version of the flags with each value', async () => {
    await sdk.open(options());
    const { headers } = await project.owner.client.get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    expect((await ask()).flagMetadata).toEqual({
      flagId: flag.id,
      bucketing: 1,
      version: opaqueTag(String(headers.etag)),
    });
  });

  it('carries the current version when rows are equal in another epoch', async () => {
    const service = await ScriptedService.start();
    try {
      service.serve([aRow(flag.key)], 'e-1');
      await sdk.open(options({ baseUrl: service.url, changeDetection: 'polling', pollInterval: 20 }));
      const version = async () => (await ask()).flagMetadata;
      expect(await version()).toMatchObject({ version: 'e-1' });
      for (const place of ['e-2', 'other-1']) {
        service.serve([aRow(flag.key)], place);
        await eventually(async () => expect(await version()).toMatchObject({ version: place }));
      }
    } finally {
      await sdk.close();
      await service.stop();
    }
  });

  it('is fatal when the key is refused, and says what to do', async () => {
    listenToAll();
    await expect(sdk.open(options({ sdkKey: 'bge_sdk_wrong' }))).rejects.toMatchObject({
      code: 'PROVIDER_FATAL',
      message: expect.stringMatching(/SDK key.*cop/i),
    });
    expect(sdk.status()).toBe('FATAL');
    expect(await ask(true)).toMatchObject({ value: true, errorCode: 'PROVIDER_FATAL' });
    expect(heard()).toEqual(['ERROR']);
  });

  it('is fatal when the origin is refused, and says what to register', async () => {
    listenToAll();
    // Like a browser for a page.
    await expect(sdk.open(options({ headers: { origin: 'https://elsewhere.example' } }))).rejects.toMatchObject({
      code: 'PROVIDER_FATAL',
      message: expect.stringMatching(/set it as the page origin \(url\) of an environment/i),
    });
    expect([sdk.status(), heard()]).toEqual(['FATAL', ['ERROR']]);
  });

  it('becomes fatal when the key is rotated away', async () => {
    await sdk.open(options());
    listenToAll();
    events.length = 0;
    const { client } = project.owner;
    const path = `/api/projects/${project.id}/environments/${project.development.id}/rotate-sdk-key`;
    expect((await client.post(path)).status).toBe(200);
    await eventually(() => expect(sdk.status()).toBe('FATAL'));
    expect(events).toEqual([['ERROR', expect.objectContaining({ errorCode: 'PROVIDER_FATAL' })]]);
    // OpenFeature's SDK no longer asks the provider, which still has the flag.
    expect(await ask(true)).toMatchObject({ value: true, errorCode: 'PROVIDER_FATAL' });
    const found = await sdk.provider().resolveBooleanEvaluation(flag.key, true, {});
    expect(found).toMatchObject({ value: false, reason: 'DISABLED' });
  });

  it('fails to initialize without an answer, and is READY once the service answers', async () => {
    await proxy.refuse();
    listenToAll();
    await expect(sdk.open(options({ timeoutMs: 200 }))).rejects.toMatchObject({ code: 'GENERAL' });
    expect(sdk.status()).toBe('ERROR');
    await proxy.pass();
    await eventually(() => expect(sdk.status()).toBe('READY'));
    await eventually(() => expect(heard()).toEqual(['ERROR', 'READY', 'CONFIGURATION_CHANGED']));
    expect(await ask()).toMatchObject({ reason: 'DISABLED' });
  });

  it('is STALE after half a minute without the service, keeps its values, and is READY when it is back', async () => {
    await toggle(true);
    jest.useFakeTimers(TIMEOUTS_ALONE);
    await sdk.open(options());
    listenToAll();
    events.length = 0;
    await untilStale(sdk, proxy);
    expect((await ask()).value).toBe(true);
    await proxy.pass();
    const end = performance.now() + AWAITED_MILLISECONDS;
    while (sdk.status() !== 'READY' && performance.now() < end) {
      jest.advanceTimersByTime(1_000);
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(heard()).toEqual(['STALE', 'READY']);
  });

  it('sends no request when the context changes', async () => {
    const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
    const rule = {
      is_enabled: true,
      rollout_percentage: 0,
      targeting_attribute: 'day',
      targeting_value: '2026-01-02T00:00:00.000Z',
    };
    expect((await project.owner.client.patch(path, rule)).status).toBe(200);
    const { requests, fetchImplementation } = recorder();
    await sdk.open(options({ fetchImplementation }));
    const before = requests.length;
    listen('READY', 'CONFIGURATION_CHANGED', 'STALE');
    events.length = 0;
    const day = new Date('2026-01-02');
    expect(await sdk.evaluate('Boolean', flag.key, false, { day }, [])).toMatchObject({ reason: 'TARGETING_MATCH' });
    expect(await sdk.evaluate('Boolean', flag.key, false, {}, [])).toMatchObject({ reason: 'DEFAULT' });
    expect([requests.length, heard()]).toEqual([before, []]);
  });

  it('sends the configured headers, but always its own key', async () => {
    const { requests, fetchImplementation } = recorder();
    const headersFactory = async () => ({ 'x-tenant': 'blue', 'x-sdk-key': 'other' });
    await sdk.open(options({ fetchImplementation, headers: { 'x-team': 'red' }, headersFactory }));
    for (const { headers } of requests)
      expect([headers.get('x-team'), headers.get('x-tenant'), headers.get('x-sdk-key')]).toEqual([
        'red',
        'blue',
        project.development.sdk_key,
      ]);
    expect(requests.length).toBeGreaterThan(0);
  });

  it('polls without a stream when configured', async () => {
    const { paths, fetchImplementation } = recorder();
    await sdk.open(options({ fetchImplementation, changeDetection: 'polling', pollInterval: 50 }));
    await toggle(true);
    await eventually(async () => expect((await ask()).value).toBe(true));
    expect(new Set(paths())).toEqual(new Set(['/api/v1/flags']));
  });

  it('fetches once without change detection', async () => {
    const { paths, fetchImplementation } = recorder();
    await sdk.open(options({ fetchImplementation, changeDetection: 'none', pollInterval: 10 }));
    const asked = paths();
    const watcher = createClient({ baseUrl: sharedCluster().url, sdkKey: project.development.sdk_key, logger: quiet });
    await watcher.ready();
    await toggle(true);
    await eventually(() => expect(watcher.bool(flag.key, false)).toBe(true));
    watcher.close();
    expect([asked, paths()]).toEqual([['/api/v1/flags'], ['/api/v1/flags']]);
  });

  describe('with flags of the last visit', () => {
    let storage: ReturnType<typeof storageStub>;
    beforeEach(async () => {
      storage = storageStub();
      await toggle(true);
      const first = makeSdk();
      await first.open(options({ storage, cacheKeyPrefix: 'shop-' }));
      await first.close();
      proxy.blackhole();
    });

    it('is ready with them at once, CACHED, and keeps no key in clear', async () => {
      expect([...storage.kept.keys()]).toEqual([expect.stringMatching(/^shop-burgee:\d+-\d+$/)]);
      expect(JSON.stringify([...storage.kept])).not.toContain(project.development.sdk_key);
      expect(JSON.parse([...storage.kept.values()][0]!)).toMatchObject({ version: 1, writtenAt: expect.any(Number) });
      await sdk.open(options({ storage, cacheKeyPrefix: 'shop-' }));
      expect(await ask()).toMatchObject({ value: true, reason: 'CACHED' });
      listenToAll();
      events.length = 0;
      await proxy.pass();
      await eventually(async () => expect((await ask()).reason).toBe('STATIC'));
    });

    it('waits for the service first, when configured', async () => {
      const before = performance.now();
      await sdk.open(options({ storage, cacheKeyPrefix: 'shop-', cacheMode: 'network-first', timeoutMs: 300 }));
      expect(performance.now() - before).toBeGreaterThan(250);
      expect(await ask()).toMatchObject({ value: true, reason: 'CACHED' });
    });

    it.each([
      ['the mode is disabled', { cacheMode: 'disabled' }],
      ['they are older than the TTL', { cacheTTL: -1 }],
      ['they lie under another prefix', { cacheKeyPrefix: 'other-' }],
    ])('ignores them when %s', async (_why, more) => {
      const given = options({ storage, cacheKeyPrefix: 'shop-', timeoutMs: 200, ...more });
      await expect(sdk.open(given)).rejects.toMatchObject({ code: 'GENERAL' });
    });
  });

  it('leaves nothing open, however often it is closed', async () => {
    const { requests, fetchImplementation } = recorder();
    const open = () => requests.filter(({ signal }) => !signal?.aborted).map(({ path }) => path);
    await sdk.open(options({ fetchImplementation }));
    await eventually(() => expect(open()).toEqual(['/api/v1/stream']));
    await sdk.close();
    await sdk.close();
    expect(open()).toEqual([]);
  });

  it('works with a client of the application, and leaves it open', async () => {
    await toggle(true);
    const client = createClient({ baseUrl: sharedCluster().url, sdkKey: project.development.sdk_key, logger: quiet });
    try {
      await sdk.open({ client });
      expect((await ask()).value).toBe(true);
      await sdk.close();
      expect(client.status).toBe('ready');
    } finally {
      client.close();
    }
  });
});

describe('@burgee/openfeature-web', () => {
  let sdk: OpenFeatureSdk;
  beforeEach(() => {
    sdk = webSdk();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await sdk.close();
  });

  it('is READY from the first line with a bootstrap, before the service answers', async () => {
    proxy.blackhole();
    void sdk.open(options({ bootstrap: [aRow(flag.key)] }));
    expect(sdk.status()).toBe('READY');
    expect((await sdk.evaluate('Boolean', flag.key, false, {}, [])).value).toBe(true);
  });

  it('has its flags again when it is reused after a shutdown, with a bootstrap too', async () => {
    proxy.blackhole();
    const provider = new BurgeeWebProvider(options({ bootstrap: [aRow(flag.key)] }));
    for (let time = 0; time < 3; time++) {
      await Web.setProviderAndWait(provider);
      expect(Web.getClient().getBooleanDetails(flag.key, false)).toMatchObject({ value: true, reason: 'STATIC' });
      await Web.clearProviders();
    }
  });

  it('stays in ERROR through a change of context, and is READY once the service answers', async () => {
    await proxy.refuse();
    await expect(sdk.open(options({ timeoutMs: 200 }))).rejects.toMatchObject({ code: 'GENERAL' });
    const found = await sdk.evaluate('Boolean', flag.key, false, { targetingKey: 'other' }, []);
    await new Promise((resolve) => setImmediate(resolve));
    expect([found.errorCode, sdk.status()]).toEqual(['PROVIDER_NOT_READY', 'ERROR']);
    await proxy.pass();
    await eventually(() => expect(sdk.status()).toBe('READY'));
    await sdk.evaluate('Boolean', flag.key, false, { targetingKey: 'another' }, []);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sdk.status()).toBe('READY');
  });

  it('never reconciles, and stays STALE through a change of context', async () => {
    jest.useFakeTimers(TIMEOUTS_ALONE);
    await sdk.open(options());
    const reconciling = jest.fn();
    sdk.on('PROVIDER_RECONCILING', reconciling);
    await untilStale(sdk, proxy);
    await sdk.evaluate('Boolean', flag.key, false, { targetingKey: 'other' }, []);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sdk.status()).toBe('STALE');
    expect(reconciling).not.toHaveBeenCalled();
  });
});
