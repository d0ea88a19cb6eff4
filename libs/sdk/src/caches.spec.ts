import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@burgee/testing/unit';
import { createClient } from './index.js';

const { Request } = globalThis;
afterEach(() => {
  globalThis.Request = Request;
});

/** Redirects once within the origin, so that all kinds of reads are sent. */
async function readsOf(): Promise<RequestInit[]> {
  const reads: RequestInit[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    reads.push(init);
    if (url.endsWith('/moved')) return new Response('[]');
    if (init.redirect === 'manual') return new Response(null, { status: 307 });
    return Object.defineProperty(new Response('[]'), 'url', { value: 'http://flags.test/moved' });
  };
  const logger = { warn: () => undefined };
  const client = createClient({
    sdkKey: 'key',
    baseUrl: 'http://flags.test',
    storage: false,
    logger,
    fetch: fetch as never,
  });
  await client.ready();
  // Three for the flags, three for the stream.
  await eventually(() => expect(reads.length).toBeGreaterThanOrEqual(6));
  client.close();
  return reads;
}

it('each read asks the runtime for an answer that is not cached', async () => {
  for (const init of await readsOf()) expect(init.cache).toBe('no-store');
});

it.each([
  [
    'throws at the option, as workers before 2024-11-11',
    (init?: RequestInit) => {
      if (init?.cache) throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");
    },
  ],
  ['does not know it, as React Native', () => undefined],
])('no read has the option where the runtime %s', async (_, construct) => {
  globalThis.Request = class {
    constructor(_url: string, init?: RequestInit) {
      construct(init);
    }
  } as never;
  for (const init of await readsOf()) expect(init.cache).toBeUndefined();
});

it('no read has the option where there is no Request', async () => {
  globalThis.Request = undefined as never;
  for (const init of await readsOf()) expect(init.cache).toBeUndefined();
});
