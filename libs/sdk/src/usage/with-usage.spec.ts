import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aRow, ScriptedService } from '@burgee/testing/unit';
import { isFlagCounts, isKeyCounts, isUsageName, USAGE_LIMITS } from '@burgee/contracts/wire';
import { createClient } from '../create-client.js';
import { withUsage } from './index.js';

const OPTIONS = { sdkKey: 'bge_sdk_secret', baseUrl: 'https://flags.example.com/', app: 'shop' };
const PERSON = 'ada.lovelace@example.com';
const ROWS = [
  aRow('new-checkout', { is_enabled: true, rollout_percentage: 50 }),
  aRow('theme', {
    type: 'string',
    targeting_attribute: 'email',
    targeting_value: PERSON,
    targeting_return_value: 'the-dark-value',
  }),
];

interface Body {
  window: string;
  reports: (Record<string, unknown> & { flags: object })[];
}

let requests: { url: string; init: RequestInit }[] = [];
let answer: () => Promise<Response>;
const send: typeof fetch = (url, init) => {
  requests.push({ url: String(url), init: init ?? {} });
  return answer();
};
const bodies = () => requests.map(({ init }) => JSON.parse(String(init.body)) as Body);

function open(version = 'epoch-4') {
  const client = createClient({
    ...OPTIONS,
    logger: { warn: () => undefined },
    offline: true,
    storage: false,
    bootstrap: { flags: ROWS, version },
  });
  return withUsage(client, { ...OPTIONS, fetch: send });
}

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  answer = async () => new Response(null, { status: 202 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('withUsage', () => {
  it('counts keys that are named like members of an object', async () => {
    const flags = open();
    for (const key of ['constructor', 'valueOf', 'toString']) flags.bool(key, false);
    await jest.advanceTimersByTimeAsync(75_001);
    const [body] = bodies();
    expect(body?.reports[0]?.unknown).toEqual({ constructor: 1, valueOf: 1, toString: 1 });
    expect(Object).not.toHaveProperty('on');
  });

  it('reports evaluations up to once a minute, each report as a new window', async () => {
    const flags = open();
    for (const _ of [1, 2]) flags.bool('new-checkout', false, { targetingKey: 'u' });
    flags.string('theme', 'light', { email: PERSON });
    flags.bool('theme', false);
    flags.bool('missing', false);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(requests).toEqual([]);
    await jest.advanceTimersByTimeAsync(15_002);
    flags.bool('new-checkout', false);
    await jest.advanceTimersByTimeAsync(75_001);
    const [first, second] = bodies();
    expect(requests).toHaveLength(2);
    expect(requests[0]).toMatchObject({
      url: 'https://flags.example.com/api/v1/usage',
      init: { method: 'POST', keepalive: true, redirect: 'manual', headers: { 'x-sdk-key': OPTIONS.sdkKey } },
    });
    expect(first?.reports).toEqual([
      {
        app: 'shop',
        sdk: '@burgee/sdk',
        sdk_version: (JSON.parse(readFileSync('libs/sdk/package.json', 'utf8')) as { version: string }).version,
        instance: expect.stringMatching(/^[\da-f-]{36}$/),
        position: 'epoch-4',
        flags: {
          'new-checkout': { [flags.bool('new-checkout', false, { targetingKey: 'u' }) ? 'on' : 'off']: 2 },
          theme: { targeted: 1, error: 1 },
        },
        unknown: { missing: 1 },
      },
    ]);
    expect(second?.reports[0]).toMatchObject({
      flags: { 'new-checkout': { error: 1 } },
      instance: first?.reports[0]?.instance,
    });
    expect(second?.window).not.toBe(first?.window);
    flags.close();
  });

  it('sends nothing without evaluations, and the rest when it is closed', async () => {
    const flags = open();
    await jest.advanceTimersByTimeAsync(200_000);
    expect(requests).toEqual([]);
    flags.for({ targetingKey: 'u' }).string('theme', '');
    flags.close();
    expect(bodies()[0]?.reports[0]?.flags).toEqual({ theme: { on: 1 } });
    expect(flags.status).toBe('closed');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends no context, user, value or default, and no text except keys', async () => {
    const flags = open('');
    const canary = (name: string) => `canary-of-${name}`;
    const context = {
      targetingKey: canary('user'),
      email: PERSON,
      plan: { tier: canary('nested') },
      [canary('attribute')]: 1,
    };
    flags.setContext(context);
    flags.string('theme', canary('default'), context);
    flags.details('theme', canary('default'));
    flags.for(context).json('missing', { a: canary('default') });
    for (const key of [PERSON, `no key of ${canary('key')}`, 'x'.repeat(200), '']) flags.bool(key, false, context);
    flags.all();
    flags.close();
    const sent = JSON.stringify(requests.map(({ url, init }) => [url, init]));
    expect(bodies()[0]?.reports[0]).toMatchObject({ flags: { theme: { targeted: 2 } }, unknown: { missing: 1 } });
    for (const secret of ['canary', PERSON, 'dark-value', 'xxxx', 'tier', 'email']) expect(sent).not.toContain(secret);
  });

  it("stays within Burgee's limits, for any number of flags", () => {
    const flags = open();
    for (let index = 0; index < 3_000; index++)
      for (const key of [`${index}`.padEnd(128, 'k'), 'theme']) flags.string(key, '', { email: PERSON });
    flags.close();
    const reports = bodies().flatMap((body) => body.reports);
    for (const { init } of requests) expect(String(init.body).length).toBeLessThan(USAGE_LIMITS.bodyBytes);
    for (const { app, sdk, sdk_version, instance } of reports)
      expect([app, sdk, sdk_version, instance].every(isUsageName)).toBe(true);
    for (const { flags: counted, unknown } of reports)
      expect([isFlagCounts(counted), isKeyCounts(unknown)]).toEqual([true, true]);
    expect(reports.flatMap(({ unknown }) => Object.keys(unknown as object))).toHaveLength(999);
    expect(reports[0]?.flags).toEqual({ theme: { targeted: 3_000 } });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no network'))],
    ['is refused', async () => new Response('{}', { status: 503 })],
  ])('loses nothing but a report that %s', async (_, fails) => {
    const flags = open();
    answer = fails;
    flags.bool('new-checkout', false);
    await jest.advanceTimersByTimeAsync(75_001);
    answer = async () => new Response(null, { status: 202 });
    flags.string('theme', '');
    await jest.advanceTimersByTimeAsync(75_001);
    expect(bodies().map(({ reports }) => Object.keys(reports[0]?.flags ?? {}))).toEqual([['new-checkout'], ['theme']]);
    flags.close();
  });

  it('stops where the service takes no reports', async () => {
    const flags = open();
    answer = async () => new Response('{}', { status: 404 });
    flags.bool('new-checkout', false);
    await jest.advanceTimersByTimeAsync(75_001);
    flags.bool('new-checkout', false);
    await jest.advanceTimersByTimeAsync(75_001);
    flags.close();
    expect(requests).toHaveLength(1);
  });

  it('says once why the service refuses its reports, and stops', async () => {
    const messages: string[] = [];
    const flags = withUsage(open(), { ...OPTIONS, fetch: send, logger: { warn: (text) => messages.push(text) } });
    answer = async () => Response.json({ detail: 'app must have letters.' }, { status: 400 });
    for (const key of ['new-checkout', 'theme', 'missing']) {
      flags.bool(key, false);
      await jest.advanceTimersByTimeAsync(75_001);
    }
    expect(messages).toEqual(['[burgee] usage: app must have letters.']);
    flags.close();
  });

  it('sends names of any script', () => {
    const flags = withUsage(open(), { ...OPTIONS, app: 'Büro 注文', fetch: send });
    flags.bool('new-checkout', false);
    flags.close();
    expect(bodies().map(({ reports }) => reports[0]?.app)).toContain('Büro 注文');
    expect(isUsageName('Büro 注文')).toBe(true);
  });

  it('ends reports that get no answer, which keep a process alive', async () => {
    jest.useRealTimers();
    const service = await ScriptedService.start();
    const ended = new Promise((resolve) => {
      service.flags = (request) => void request.socket.on('close', resolve);
    });
    const options = { ...OPTIONS, baseUrl: service.url };
    const flags = withUsage(createClient({ ...options, offline: true, storage: false, bootstrap: ROWS }), options);
    flags.bool('new-checkout', false);
    flags.close();
    await ended;
    expect(service.requests.map(({ url }) => url)).toEqual(['/api/v1/usage']);
    await service.stop();
  });
});
