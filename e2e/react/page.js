import {
  BurgeeProvider,
  useBooleanFlagValue,
  useBurgeeStatus,
  useContextMutator,
  useFlags,
  useStringFlagDetails,
  useSuspenseFlag,
} from '@burgee/react';
import { BurgeeTestProvider } from '@burgee/react/testing';
import { createClient } from '@burgee/sdk';
import { createElement as h, StrictMode, Suspense, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

const root = createRoot(document.getElementById('root'));
/** Each rendering, in order. */
globalThis.rendered = [];
const note = (what) => globalThis.rendered.push(what);
/** Puts a function where the test finds it. */
const hand = (functions) => Object.assign(globalThis, functions);
/** Requests that wait for `answer`. */
const waiting = [];
globalThis.asked = 0;

/** A client whose service is the test. */
function aClient(more) {
  const fetch = () => {
    globalThis.asked += 1;
    return new Promise((resolve) => waiting.push(resolve));
  };
  return createClient({
    baseUrl: 'http://burgee.test',
    sdkKey: 'bge_sdk_x',
    storage: false,
    stream: false,
    fetch,
    ...more,
  });
}

globalThis.answer = (rows) => {
  for (const resolve of waiting.splice(0))
    resolve(new Response(JSON.stringify(rows), { headers: { etag: '"epoch-1"' } }));
};

function Checkout() {
  const isNew = useBooleanFlagValue('new-checkout', false);
  note(`checkout ${isNew}`);
  return h('p', { id: 'checkout' }, String(isNew));
}

function Theme() {
  const { value, reason } = useStringFlagDetails('theme', 'light');
  note(`theme ${value}`);
  return h('p', { id: 'theme' }, `${value} ${reason}`);
}

function Waiting() {
  const { value, reason } = useSuspenseFlag('new-checkout', false);
  note(`suspense ${value}`);
  return h('p', { id: 'suspense' }, `${value} ${reason}`);
}

function All() {
  const flags = useFlags();
  note(`all ${JSON.stringify(flags)}`);
  return h('p', { id: 'all' }, JSON.stringify(flags));
}

function Status() {
  const status = useBurgeeStatus();
  note(`status ${status}`);
  return h('p', { id: 'status' }, status);
}

function Travel() {
  const { setContext } = useContextMutator();
  hand({ setContext });
  return null;
}

const children = [h(Checkout, { key: 'checkout' }), h(Theme, { key: 'theme' })];

/** A change of the map is its own state, and renders nothing below it. */
function InTests() {
  const [flagValueMap, setMap] = useState({ 'new-checkout': false, theme: 'dark' });
  hand({ setMap });
  return h(BurgeeTestProvider, { flagValueMap }, children);
}

const pages = {
  suspense: () =>
    h(BurgeeProvider, { client: aClient() }, h(Suspense, { fallback: h('p', { id: 'waiting' }, '…') }, h(Waiting))),
  context: () => h(BurgeeProvider, { client: aClient() }, h(Travel), children),
  strict: () => h(StrictMode, null, h(BurgeeProvider, { client: aClient() }, h(Travel), children)),
  all: () => h(BurgeeProvider, { client: aClient() }, h(Travel), h(All)),
  tests: () => h(InTests),
};

globalThis.show = (name) => root.render(pages[name]());

/** Hydrates what a server rendered with these rows. The client has none, or the `stored` ones of the last visit. */
globalThis.hydrate = (rows, stored) => {
  const bootstrap = { flags: rows, context: { country: 'FI' } };
  const storage = stored && { getItem: () => JSON.stringify({ flags: stored }), setItem: () => undefined };
  const below = h('div', null, children, h(All), h(Status), h(Suspense, { fallback: '…' }, h(Waiting)));
  const page = h(BurgeeProvider, { client: aClient({ storage: storage ?? false }), bootstrap }, below);
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  globalThis.rendered = [];
  hydrateRoot(place, page, { onRecoverableError: (error) => note(String(error)) });
};
