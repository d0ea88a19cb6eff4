import { afterEach, describe, expect, it } from '@jest/globals';
import { aRow } from '@burgee/testing/unit';
import type { BurgeeClient } from '../client.js';
import { createClient } from '../create-client.js';
import { createTestClient, overridesFrom, withOverrides } from './index.js';

const ROWS_BY_COUNTRY = (['theme', 'other'] as const).map((key) =>
  aRow(key, {
    type: 'string',
    rollout_percentage: 0,
    targeting_attribute: 'country',
    targeting_value: 'FI',
    targeting_return_value: 'dark',
  }),
);
const open: BurgeeClient[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

/** The events it receives, as `event keys`. */
function listen(client: BurgeeClient, ...keys: string[]): string[] {
  const received: string[] = [];
  client.on('change', ({ keys }) => received.push(`change ${keys.join()}`));
  for (const key of keys) client.on(`change:${key}`, () => received.push(`change:${key}`));
  return received;
}

describe('createTestClient', () => {
  it('is ready at once, with values of every type and their reason', async () => {
    const flags = createTestClient({ 'new-checkout': true, theme: 'dark', size: 7, limits: { uploads: 3 } });
    expect([flags.status, await flags.ready()]).toEqual(['ready', true]);
    expect([flags.bool('new-checkout', false), flags.string('theme', 'light'), flags.number('size', 1)]).toEqual([
      true,
      'dark',
      7,
    ]);
    expect(flags.json('limits', {})).toEqual({ uploads: 3 });
    expect(flags.details('new-checkout', false)).toEqual({ value: true, reason: 'STATIC', variant: 'on' });
    expect(flags.all()).toEqual({ 'new-checkout': true, theme: 'dark', size: 7, limits: { uploads: 3 } });
  });

  it('has the default for missing flags, and for another type', () => {
    const flags = createTestClient({ theme: 'dark' });
    expect(flags.details('unknown', 5)).toMatchObject({ value: 5, errorCode: 'FLAG_NOT_FOUND' });
    expect(flags.bool('theme', true)).toBe(true);
    expect(flags.details('theme', true)).toMatchObject({ value: true, reason: 'ERROR', errorCode: 'TYPE_MISMATCH' });
  });

  it('changes a flag and removes the change, and calls its listeners', () => {
    const flags = createTestClient({ theme: 'dark', size: 7 });
    const received = listen(flags, 'theme', 'size');
    flags.override('theme', 'grey');
    expect([flags.string('theme', 'light'), received.splice(0)]).toEqual(['grey', ['change theme', 'change:theme']]);
    flags.restore('theme');
    expect([flags.string('theme', 'light'), received.splice(0)]).toEqual(['light', ['change theme', 'change:theme']]);
    flags.restore();
    expect([flags.number('size', 1), received]).toEqual([1, ['change size', 'change:size']]);
  });

  it('sends no requests', () => {
    const { fetch } = globalThis;
    let asked = 0;
    globalThis.fetch = () => {
      asked += 1;
      return Promise.reject(new Error('not in a test'));
    };
    try {
      open.push(createTestClient({ theme: 'dark' }));
    } finally {
      globalThis.fetch = fetch;
    }
    expect(asked).toBe(0);
  });
});

describe('withOverrides', () => {
  function aClient() {
    const rule = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'sauna' };
    const bootstrap = [aRow('new-checkout'), aRow('theme', { type: 'string', ...rule })];
    const client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap });
    open.push(client);
    return client;
  }

  it('fixes some flags for any context, and leaves the others to the client', () => {
    const flags = withOverrides(aClient(), { theme: 'dark' });
    flags.setContext({ country: 'FI' });
    expect([flags.string('theme', 'light'), flags.bool('new-checkout', false)]).toEqual(['dark', true]);
    expect(flags.details('theme', 'light', 'string', { country: 'FI' }).value).toBe('dark');
    flags.restore('theme');
    expect(flags.string('theme', 'light')).toBe('sauna');
    expect(flags.details('theme', 'light', 'string', { country: 'SE' }).value).toBe('light');
  });

  it('passes old and new values to listeners', () => {
    const heard: unknown[] = [];
    const client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap: ROWS_BY_COUNTRY });
    open.push(client);
    const flags = withOverrides(client, { other: null });
    flags.on('change', (change) => heard.push(change));
    flags.override('theme', 'grey');
    flags.setContext({ country: 'FI' });
    flags.restore('theme');
    expect(heard).toEqual([
      { keys: ['theme'], previous: { theme: undefined }, current: { theme: 'grey' } },
      { keys: ['theme', 'other'], previous: { theme: 'grey', other: null }, current: { theme: 'grey', other: null } },
      { keys: ['theme'], previous: { theme: 'grey' }, current: { theme: 'dark' } },
    ]);
  });

  it('reports changes of the client and of overrides, until a listener is removed', () => {
    const flags = withOverrides(aClient());
    const received: string[] = [];
    const stop = flags.on('change:theme', () => received.push(flags.string('theme', 'light')));
    flags.setContext({ country: 'FI' });
    flags.override('theme', 'dark');
    stop();
    flags.override('theme', 'grey');
    flags.setContext({});
    expect(received).toEqual(['sauna', 'dark']);
  });

  it('behaves like the client otherwise', () => {
    const inner = aClient();
    const flags = withOverrides(inner, { 'new-checkout': false });
    flags.setContext({ country: 'FI' });
    expect([flags.context, flags.flag('theme'), flags.snapshot(), flags.error]).toEqual([
      inner.context,
      inner.flag('theme'),
      inner.snapshot(),
      undefined,
    ]);
    expect(flags.all()).toEqual({ 'new-checkout': false, theme: 'sauna' });
    flags.close();
    expect([flags.status, inner.status]).toEqual(['closed', 'closed']);
  });

  it('calls the other listeners when one throws, and logs it', () => {
    const said: string[] = [];
    const flags = withOverrides(aClient(), {}, { warn: (message) => said.push(message) });
    const received: string[] = [];
    flags.on('change:theme', () => {
      throw new Error('mine');
    });
    flags.on('change:theme', () => received.push('told'));
    flags.override('theme', 'dark');
    expect([received, said]).toEqual([['told'], [expect.stringContaining('mine')]]);
  });
});

describe('overridesFrom', () => {
  it.each([
    ['?ff=new-checkout:on', { 'new-checkout': true }],
    ['?ff=new-checkout:off', { 'new-checkout': false }],
    ['?ff=new-checkout', { 'new-checkout': true }],
    ['?ff=new-checkout:', { 'new-checkout': true }],
    ['?ff=theme:dark&ff=size:7', { theme: 'dark', size: 7 }],
    ['?ff=limits:%7B%22uploads%22%3A3%7D', { limits: { uploads: 3 } }],
    ['?ff=link:https://example.com/', { link: 'https://example.com/' }],
    ['?ff=quoted:"7"', { quoted: '7' }],
    ['?page=2', {}],
    ['', {}],
  ])('reads %s', (search, overrides) => {
    expect(overridesFrom(search)).toEqual(overrides);
  });

  it('does not confuse a flag with a member of Object.prototype', () => {
    expect(Object.entries(overridesFrom('?ff=__proto__:on'))).toEqual([['__proto__', true]]);
  });
});
