import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Flag } from '@burgee/evaluation';
import { eventually } from '@burgee/testing/unit';
import type { BurgeeClient } from './client.js';
import { createClient } from './create-client.js';
import type { ClientOptions } from './options.js';

const row = (key: string, type: Flag['type'], returns: string): Flag => ({
  flag_id: key,
  key,
  name: key,
  type,
  is_enabled: true,
  rollout_percentage: 0,
  targeting_attribute: 'country',
  targeting_value: 'FI',
  targeting_return_value: returns,
});
const ROWS = [
  row('new-checkout', 'boolean', 'true'),
  row('theme', 'string', 'dark'),
  row('size', 'number', '7'),
  row('limits', 'json', '{"uploads":3}'),
];

const clients: BurgeeClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function aClient(more: Partial<ClientOptions> = {}): BurgeeClient {
  const client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap: ROWS, ...more });
  clients.push(client);
  return client;
}
const valuesOf = (client: BurgeeClient) => [
  client.bool('new-checkout', false),
  client.string('theme', 'light'),
  client.number('size', 1),
  client.json('limits', { uploads: 1 }),
];

describe('a client without a service', () => {
  it('returns values of every type, for its context', () => {
    const client = aClient({ context: { country: 'FI' } });
    expect(valuesOf(client)).toEqual([true, 'dark', 7, { uploads: 3 }]);
    client.setContext({ country: 'SE' });
    expect(valuesOf(client)).toEqual([false, 'light', 1, { uploads: 1 }]);
  });

  it('evaluates for the context of a call, and keeps its own', () => {
    const client = aClient({ context: { country: 'SE' } });
    const finn = { country: 'FI' };
    expect([
      client.bool('new-checkout', false, finn),
      client.string('theme', 'light', finn),
      client.number('size', 1, finn),
      client.json('limits', { uploads: 1 }, finn),
      client.details('theme', 'light', undefined, finn).value,
      client.all(finn).theme,
    ]).toEqual([true, 'dark', 7, { uploads: 3 }, 'dark', 'dark']);
    expect([valuesOf(client), client.all().theme]).toEqual([[false, 'light', 1, { uploads: 1 }], undefined]);
  });

  it('replaces some attributes of its context', () => {
    const client = aClient({ context: { targetingKey: 'u', country: 'SE' } });
    client.updateContext({ country: 'FI' });
    expect([client.context, client.string('theme', 'light')]).toEqual([{ targetingKey: 'u', country: 'FI' }, 'dark']);
    expect(Object.isFrozen(client.context)).toBe(true);
    client.updateContext({ country: undefined });
    expect(client.string('theme', 'light')).toBe('light');
  });

  it('passes old and new values to listeners of a change', () => {
    const client = aClient({ context: { country: 'SE' } });
    const heard: unknown[] = [];
    client.on('change', (change) => heard.push(change));
    client.on('change:theme', ({ previous, current }) =>
      heard.push([previous.theme, current.theme, client.all().theme]),
    );
    client.setContext({ country: 'FI' });
    client.updateContext({ targetingKey: 'u' });
    const keys = ['new-checkout', 'theme', 'size', 'limits'];
    expect(heard).toEqual([
      {
        keys,
        previous: { 'new-checkout': false, theme: undefined, size: undefined, limits: undefined },
        current: { 'new-checkout': true, theme: 'dark', size: 7, limits: { uploads: 3 } },
      },
      [undefined, 'dark', 'dark'],
    ]);
  });

  it('returns all values at once, except where the default in the code applies', () => {
    const client = aClient({ context: { country: 'FI' } });
    expect(client.all()).toEqual({ 'new-checkout': true, theme: 'dark', size: 7, limits: { uploads: 3 } });
    client.setContext({});
    expect(client.all()).toEqual({ 'new-checkout': false, theme: undefined, size: undefined, limits: undefined });
  });

  it('returns flags as served, and all flags as the bootstrap of another client', () => {
    const client = aClient({ bootstrap: { flags: ROWS, version: 'epoch-4' } });
    expect([client.flag('theme'), client.flag('unknown')]).toEqual([ROWS[1], undefined]);
    const other = aClient({ bootstrap: client.snapshot(), context: { country: 'FI' } });
    expect([valuesOf(other)[1], other.snapshot()]).toEqual(['dark', { flags: ROWS, version: 'epoch-4' }]);
  });

  it('is ready; after close() it is closed and values stay', async () => {
    const client = aClient({ context: { country: 'FI' } });
    expect([client.status, await client.ready()]).toEqual(['ready', true]);
    client.close();
    client.close();
    expect([client.status, client.string('theme', 'light')]).toEqual(['closed', 'dark']);
  });

  it('returns defaults without a bootstrap', () => {
    const client = aClient({ bootstrap: undefined });
    expect(valuesOf(client)).toEqual([false, 'light', 1, { uploads: 1 }]);
    expect(client.all()).toEqual({});
  });
});

describe('baseUrl', () => {
  it.each(['localhost:8080', 'ftp://localhost', 'file:///flags', 'not an address', 'https://', '', undefined, null])(
    '%j throws at once',
    (baseUrl) => {
      const start = () => aClient({ offline: false, baseUrl: baseUrl as string });
      expect(start).toThrow(new TypeError('baseUrl is malformed'));
    },
  );

  it.each([
    'https://ada:hunter2@flags.example.com',
    'http://hunter2@127.0.0.1/flags',
    'https:\\\\ada:hunter2@b.example',
    'https://ci:se/cret@flags.example.com',
    'https://ci:12/cret@flags.example.com',
  ])('%j, with a password, throws at once', (baseUrl) => {
    const start = () => aClient({ offline: false, baseUrl });
    expect(start).toThrow(new TypeError('baseUrl is malformed'));
  });

  it.each(['hunter2', 'ftp://ada:hunter2@flags', 'https://ada:hunter2@', 'https://ada:hunter2@flags:x'])(
    '%j is not in the error that it causes',
    (baseUrl) => {
      let error: unknown;
      try {
        aClient({ offline: false, baseUrl });
      } catch (thrown) {
        error = thrown;
      }
      expect(inspect(error)).toContain('TypeError: baseUrl ');
      expect(inspect(error)).not.toContain('hunter2');
    },
  );

  it('may end with slashes', async () => {
    const sent: string[] = [];
    const fetch = (url: string) => {
      sent.push(url);
      return Promise.resolve(Response.json(ROWS, { headers: { etag: '"e-1"' } }));
    };
    const baseUrl = 'http://127.0.0.1/flags//';
    const client = aClient({ sdkKey: 'key', offline: false, stream: false, baseUrl, fetch: fetch as never });
    await client.ready();
    await eventually(() => expect(sent).toEqual(['http://127.0.0.1/flags/api/v1/flags']));
  });
});

describe('a client with an asynchronous storage', () => {
  it('sends its stored version in the first retry', async () => {
    const sent: (string | null)[] = [];
    const client = aClient({
      sdkKey: 'key',
      baseUrl: 'http://127.0.0.1',
      offline: false,
      stream: false,
      bootstrap: undefined,
      storage: {
        getItem: () => Promise.resolve(JSON.stringify({ flags: ROWS, version: 'epoch-4' })),
        setItem: () => undefined,
      },
      logger: { warn: () => undefined },
      fetch: (_, init) => {
        sent.push(new Headers(init?.headers).get('if-none-match'));
        return sent.length > 1 ? Promise.resolve(new Response(null, { status: 304 })) : Promise.reject(new Error());
      },
    });
    expect([await client.ready(), sent]).toEqual([true, [null, '"epoch-4"']]);
    expect(client.snapshot()).toEqual({ flags: ROWS, version: 'epoch-4' });
  });
});
