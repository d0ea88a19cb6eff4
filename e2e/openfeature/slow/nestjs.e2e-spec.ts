import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BurgeeModule, OpenFeatureClient, RequireFlagsEnabled } from '@burgee/openfeature-nestjs';
import { aFlag, aProject, eventually, FaultProxy, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { Controller, type ExecutionContext, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Client, OpenFeature } from '@openfeature/server-sdk';

let project: Project;
let flag: Flag;
let proxy: FaultProxy;
let app: NestFastifyApplication | undefined;
let signals: { path: string; signal: AbortSignal }[];

beforeAll(async () => {
  proxy = await FaultProxy.to(Number(new URL(sharedCluster().url).port));
});
afterAll(() => proxy.close());
beforeEach(async () => {
  await proxy.pass();
  signals = [];
  project = await aProject(sharedCluster().url);
  flag = await aFlag(project);
  app = undefined;
});
afterEach(async () => {
  await app?.close();
  await OpenFeature.clearProviders();
});

async function setFlag(fields: object): Promise<void> {
  const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
  expect((await project.owner.client.patch(path, fields)).status).toBe(200);
}

const fetchImplementation: typeof fetch = (input, init) => {
  signals.push({ path: new URL(String(input)).pathname, signal: init?.signal as AbortSignal });
  return fetch(input, init);
};

/** The settings that the application would read from its environment. */
const SETTINGS = Symbol('settings');

async function start(more: object = {}): Promise<NestFastifyApplication> {
  @Controller()
  class Pages {
    constructor(@OpenFeatureClient() private readonly flags: Client) {}

    @Get('checkout')
    async checkout() {
      const { value, reason } = await this.flags.getBooleanDetails(flag.key, false);
      return `${value} ${reason}`;
    }

    @Get('beta')
    @RequireFlagsEnabled({ flags: [{ flagKey: flag.key }] })
    beta() {
      return 'beta';
    }
  }
  const settings = { baseUrl: `http://127.0.0.1:${proxy.port}`, sdkKey: project.development.sdk_key };
  @Module({ providers: [{ provide: SETTINGS, useValue: settings }], exports: [SETTINGS] })
  class SettingsModule {}
  const burgee = BurgeeModule.forRootAsync({
    imports: [SettingsModule],
    inject: [SETTINGS],
    useFactory: (read: typeof settings) => ({ ...read, fetchImplementation, ...more }),
    contextFactory: (request: ExecutionContext) => ({
      country: request.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-country'] ?? '',
    }),
  });
  @Module({ imports: [burgee], controllers: [Pages] })
  class App {}
  app = await NestFactory.create<NestFastifyApplication>(App, new FastifyAdapter(), { logger: false });
  await app.init();
  return app;
}

async function get(path: string, country = ''): Promise<[number, string]> {
  const { statusCode, body } = await app!.inject({ path, headers: { 'x-country': country } });
  return [statusCode, statusCode < 400 ? body : ''];
}

describe('@burgee/openfeature-nestjs', () => {
  it("serves its first request with flags of the service, for the request's context", async () => {
    const rule = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'true' };
    await setFlag({ is_enabled: true, rollout_percentage: 0, ...rule });
    await start();
    expect([await get('/checkout', 'FI'), await get('/checkout', 'SE')]).toEqual([
      [200, 'true TARGETING_MATCH'],
      [200, 'false DEFAULT'],
    ]);
    expect([await get('/beta', 'FI'), await get('/beta', 'SE')]).toEqual([
      [200, 'beta'],
      [404, ''],
    ]);
  });

  it('opens a route when a flag is switched on, and closes it again', async () => {
    await start();
    expect(await get('/beta')).toEqual([404, '']);
    await setFlag({ is_enabled: true });
    await eventually(async () => expect(await get('/beta')).toEqual([200, 'beta']));
    await setFlag({ is_enabled: false });
    await eventually(async () => expect(await get('/beta')).toEqual([404, '']));
  });

  it('starts with defaults without the service, and has flags when it is back', async () => {
    await setFlag({ is_enabled: true });
    await proxy.refuse();
    await start({ timeoutMs: 200 });
    expect(await get('/checkout')).toEqual([200, 'false ERROR']);
    await proxy.pass();
    await eventually(async () => expect(await get('/checkout')).toEqual([200, 'true STATIC']));
  });

  it('starts with defaults when the key is refused', async () => {
    await start({ sdkKey: 'bge_sdk_wrong' });
    expect(await get('/checkout')).toEqual([200, 'false ERROR']);
  });

  it('leaves nothing open when the application closes', async () => {
    const running = () => signals.filter(({ signal }) => !signal.aborted).map(({ path }) => path);
    const closing = await start();
    await eventually(() => expect(running()).toEqual(['/api/v1/stream']));
    await closing.close();
    expect(running()).toEqual([]);
  });
});
