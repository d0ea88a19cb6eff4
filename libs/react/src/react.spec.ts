import { type BurgeeClient, createClient, type Flag } from '@burgee/sdk';
import { createTestClient } from '@burgee/sdk/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createElement as h, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import {
  type Bootstrap,
  bootstrapOf,
  BurgeeProvider,
  FeatureFlag,
  useBooleanFlagValue,
  useFlag,
  useFlags,
  useObjectFlagValue,
  useStringFlagDetails,
  useSuspenseFlag,
} from './index.js';
import { hasFlags } from './has-flags.js';
import { BurgeeTestProvider } from './testing/index.js';

const row = (fields: Partial<Flag>): Flag => ({
  flag_id: 'f',
  key: 'new-checkout',
  name: 'New checkout',
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
  ...fields,
});

let client: BurgeeClient;
beforeEach(() => {
  const forFinns = { targeting_attribute: 'country', targeting_value: 'FI', targeting_return_value: 'sauna' };
  const bootstrap = [row({}), row({ key: 'theme', type: 'string', ...forFinns })];
  client = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false, bootstrap });
});
afterEach(() => client.close());

const Page: FunctionComponent = () => {
  const isNew = useBooleanFlagValue('new-checkout', false);
  const { value, reason } = useStringFlagDetails('theme', 'light');
  const { value: same } = useSuspenseFlag('new-checkout', false);
  return h('p', null, `${isNew} ${same} ${value} ${reason}`);
};

describe('rendering on a server', () => {
  it('renders the flags of the bootstrap for its visitor', () => {
    const render = (country: string) => {
      const bootstrap = bootstrapOf(client, { country });
      return renderToString(h(BurgeeProvider, { client, bootstrap }, h(Page)));
    };
    expect(render('FI')).toBe('<p>true true sauna TARGETING_MATCH</p>');
    expect(render('SE')).toBe('<p>true true light STATIC</p>');
  });

  it('renders every flag of the bootstrap by its key for its visitor', () => {
    const All: FunctionComponent = () => h('p', null, JSON.stringify(useFlags()).replaceAll('"', ''));
    const render = (country?: string) => {
      const bootstrap = country ? bootstrapOf(client, { country }) : undefined;
      return renderToString(h(BurgeeProvider, { client, bootstrap }, h(All)));
    };
    expect([render('FI'), render('SE'), render()]).toEqual([
      '<p>{new-checkout:true,theme:sauna}</p>',
      '<p>{new-checkout:true}</p>',
      '<p>{}</p>',
    ]);
  });

  it('renders defaults without a bootstrap, like the page until it is hydrated', () => {
    expect(renderToString(h(BurgeeProvider, { client }, h(Page)))).toBe('<p>false false light ERROR</p>');
  });

  const renderWith = (bootstrap: unknown) =>
    renderToString(h(BurgeeProvider, { client, bootstrap: bootstrap as Bootstrap }, h(Page)));

  it.each([[{}], [{ flags: null }], [{ flags: {} }], [{ flags: 'x' }], ['x'], [7], [null]])(
    'renders defaults with an unreadable bootstrap: %j',
    (bootstrap) => {
      expect(renderWith(bootstrap)).toBe('<p>false false light ERROR</p>');
    },
  );

  it('skips rows of a bootstrap that are not flags', () => {
    const rows = [null, 7, 'x', [], {}, { key: 7 }, row({})];
    for (const bootstrap of [{ flags: rows }, { flags: rows, context: null }, rows])
      expect(renderWith(bootstrap)).toBe('<p>true true light ERROR</p>');
    expect(renderWith({ flags: [null] })).toBe('<p>false false light ERROR</p>');
  });

  it('accepts plain rows, with an empty context', () => {
    client.setContext({ country: 'FI' });
    expect(renderWith(client.snapshot().flags)).toBe('<p>true true light STATIC</p>');
  });

  it('throws outside of a provider, and names the fix', () => {
    expect(() => renderToString(h(Page))).toThrow('put it around your application');
  });
});

describe('BurgeeTestProvider', () => {
  const render = (flagValueMap: Record<string, never>, child: FunctionComponent) =>
    renderToString(h(BurgeeTestProvider, { flagValueMap }, h(child)));
  const given = (values: object) => values as Record<string, never>;

  it('has the given values, and defaults for all others', () => {
    expect(render(given({ theme: 'dark' }), Page)).toBe('<p>false false dark STATIC</p>');
  });

  it('returns objects', () => {
    const Limits: FunctionComponent = () => h('p', null, useObjectFlagValue('limits', { uploads: 1 }).uploads);
    expect(render(given({ limits: { uploads: 7 } }), Limits)).toBe('<p>7</p>');
  });

  it('distinguishes errors from values', () => {
    const Both: FunctionComponent = () => {
      const known = useFlag('new-checkout', false);
      const wrong = useFlag('theme', 1);
      return h(
        'p',
        null,
        `${known.isError} ${known.isAuthoritative} ${wrong.isError} ${wrong.errorCode} ${wrong.value}`,
      );
    };
    expect(render(given({ 'new-checkout': true, theme: 'dark' }), Both)).toBe('<p>false true true TYPE_MISMATCH 1</p>');
  });
});

describe('FeatureFlag', () => {
  const show = (values: object, props: object) => {
    const flag = h(FeatureFlag as unknown as FunctionComponent<Record<string, unknown>>, {
      defaultValue: false,
      ...props,
    });
    return renderToString(h(BurgeeTestProvider, { flagValueMap: values as Record<string, never> }, flag));
  };

  it('shows its children while the flag is on, otherwise the fallback', () => {
    const props = { flagKey: 'new-checkout', children: 'new', fallback: 'old' };
    expect([show({ 'new-checkout': true }, props), show({ 'new-checkout': false }, props), show({}, props)]).toEqual([
      'new',
      'old',
      'old',
    ]);
  });

  it('compares with matchValue, or calls the predicate', () => {
    const props = { flagKey: 'theme', defaultValue: 'light', children: 'night' };
    expect(show({ theme: 'dark' }, { ...props, matchValue: 'dark' })).toBe('night');
    expect(show({ theme: 'light' }, { ...props, matchValue: 'dark' })).toBe('');
    const limits = { flagKey: 'limits', defaultValue: {}, children: 'few', matchValue: { uploads: 7 } };
    expect(show({ limits: { uploads: 7 } }, limits)).toBe('few');
    expect(show({ limits: { uploads: 8 } }, limits)).toBe('');
    const predicate = (_: unknown, { value }: { value: string }) => value.startsWith('d');
    expect(show({ theme: 'dim' }, { ...props, predicate })).toBe('night');
  });

  it('passes the evaluation to children and fallbacks that are functions', () => {
    const children = ({ value, reason }: { value: boolean; reason: string }) => `${value} ${reason}`;
    const fallback = ({ errorCode }: { errorCode: string }) => errorCode;
    expect(show({ 'new-checkout': true }, { flagKey: 'new-checkout', children })).toBe('true STATIC');
    expect(show({}, { flagKey: 'new-checkout', children, fallback })).toBe('FLAG_NOT_FOUND');
  });
});

it('flags of the last visit are none of the service, and what was served once stays served', async () => {
  const empty = createClient({ sdkKey: '', baseUrl: '', offline: true, storage: false });
  expect([hasFlags(client), hasFlags(empty), hasFlags(createTestClient())]).toEqual([true, false, true]);
  const storage = { getItem: () => JSON.stringify({ flags: [row({})] }), setItem: () => undefined };
  const fetch = () => new Promise<Response>(() => undefined);
  const starting = createClient({ sdkKey: '', baseUrl: 'http://burgee.test', storage, fetch });
  expect([starting.bool('new-checkout', false), hasFlags(starting)]).toEqual([true, false]);
  starting.close();
  client.close();
  expect([hasFlags(starting), hasFlags(client)]).toEqual([false, true]);
});
