import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aRow, eventually, ScriptedService } from '@burgee/testing/unit';
import type { BurgeeClient } from './client.js';
import { createClient } from './create-client.js';
import type { ClientOptions } from './options.js';

let service: ScriptedService;
let other: ScriptedService;
let client: BurgeeClient;
beforeEach(async () => {
  service = await ScriptedService.start();
  other = await ScriptedService.start();
  other.serve([aRow('new-checkout')], 'e-1');
});
afterEach(async () => {
  client.close();
  await service.stop();
  await other.stop();
});

function open(more: Partial<ClientOptions> = {}): BurgeeClient {
  const logger = { warn: () => undefined };
  client = createClient({ sdkKey: 'bge_sdk_x', baseUrl: service.url, storage: false, logger, ...more });
  return client;
}
/** Like a browser, which hides the target of a redirect. */
const asInPages: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  return init?.redirect === 'manual' && response.headers.has('location') ? Response.error() : response;
};
/** Like React Native, which ignores `redirect`. */
const following: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'follow' });

describe.each([
  ['Node', fetch],
  ['a page', asInPages],
])('a redirect, in %s', (_, send) => {
  it.each(['flags', 'stream'] as const)(
    'of %s to another origin is refused, and the key is not sent there',
    async (type) => {
      service.serve([aRow('a')], 'e-1');
      service[type] = service.refuse(302, { location: `${other.url}/api/v1/${type}` });
      // Without polls a failed stream is a problem.
      open({ fetch: send, ...(type === 'stream' && { pollInterval: 0 }) });
      await eventually(() => expect(client.error?.code).toBe('redirect_refused'));
      expect(client.error?.message).toContain(`redirects to ${other.url}`);
      expect(client.flag('new-checkout')).toBeUndefined();
      for (const { headers } of other.requests) expect(headers).not.toHaveProperty('x-sdk-key');
    },
  );

  it('within the origin is followed, with the key', async () => {
    const moved = (url = '') => url.startsWith('/moved');
    service.flags = (request, response) => {
      if (moved(request.url)) service.answer(response, [aRow('a')], 'e-1');
      else service.refuse(307, { location: '/moved' })(request, response);
    };
    open({ fetch: send, stream: false });
    expect(await client.ready()).toBe(true);
    expect(client.bool('a', false)).toBe(true);
    const last = service.requests.findLast(({ url, headers }) => moved(url) && headers['x-sdk-key']);
    expect(last?.headers['x-sdk-key']).toBe('bge_sdk_x');
  });

  it('in a loop ends with an error', async () => {
    service.flags = service.refuse(302, { location: '/round' });
    open({ fetch: send, stream: false });
    await eventually(() => expect(client.error?.code).toBe('redirect_refused'));
  });
});

it('refuses a redirect from https to http, even on the same host', async () => {
  const keys: unknown[] = [];
  const downgrading = async (_: unknown, init: RequestInit) => {
    if (init.redirect === 'manual') return Response.error();
    keys.push(new Headers(init.headers).get('x-sdk-key'));
    const value = 'http://flags.example.com/api/v1/flags';
    return Object.defineProperty(Response.json([aRow('new-checkout')]), 'url', { value });
  };
  open({ baseUrl: 'https://flags.example.com', fetch: downgrading as never, stream: false });
  await eventually(() => expect(client.error?.code).toBe('redirect_refused'));
  expect([client.flag('new-checkout'), keys]).toEqual([undefined, [null]]);
});

it('rejects flags of another origin where fetch follows redirects by itself', async () => {
  service.flags = service.refuse(302, { location: `${other.url}/api/v1/flags` });
  open({ fetch: following, stream: false });
  await eventually(() => expect(client.error?.code).toBe('redirect_refused'));
  expect(client.flag('new-checkout')).toBeUndefined();
});
