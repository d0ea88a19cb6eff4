import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aRow, eventually, ScriptedService } from '@burgee/testing/unit';
import type { BurgeeClient } from './client.js';
import { createClient } from './create-client.js';

/** Like React Native's: it appends the path without resolving it, and accepts anything as its only argument. */
class AppendingUrl {
  readonly href: string;
  constructor(url: string, base?: string) {
    if (base !== undefined && !/^https?:\/\/\w/.test(base)) throw new TypeError(`Invalid base URL: ${base}`);
    const path = url.startsWith('/') ? url : `/${url}`;
    this.href = base === undefined ? `${url}/` : `${base.replace(/\/$/, '')}${path}`;
  }
}
/** Like React Native's: it follows redirects, and provides no body before its end. */
const bodiless: typeof fetch = async (input, init) =>
  Object.defineProperty(await fetch(input, { ...init, redirect: 'follow' }), 'body', { value: undefined });

const { URL, TextDecoder } = globalThis;
let service: ScriptedService;
let client: BurgeeClient | undefined;
beforeEach(async () => {
  service = await ScriptedService.start();
  service.serve([aRow('a')], 'e-1');
  Object.assign(globalThis, { URL: AppendingUrl, TextDecoder: undefined });
});
afterEach(async () => {
  client?.close();
  Object.assign(globalThis, { URL, TextDecoder });
  await service.stop();
});

describe('in React Native', () => {
  it('a client receives changes by polling', async () => {
    client = createClient({ sdkKey: 'key', baseUrl: service.url, fetch: bodiless, stream: false, pollInterval: 20 });
    expect(await client.ready()).toBe(true);
    service.serve([aRow('a'), aRow('b')], 'e-2');
    await eventually(() => expect(client?.bool('b', false)).toBe(true));
    expect([client.status, client.error]).toEqual(['ready', undefined]);
  });

  it('an invalid address throws at once', () => {
    expect(() => createClient({ sdkKey: 'key', baseUrl: 'localhost:8080' })).toThrow(TypeError);
  });
});
