import { BurgeeWebProvider } from '@burgee/openfeature-web';
import {
  OpenFeature,
  OpenFeatureProvider,
  ProviderEvents,
  useBooleanFlagDetails,
  useContextMutator,
  useSuspenseFlag,
} from '@openfeature/react-sdk';
import { createElement as h, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

// The test's server writes the key and the context into the page.
const { flagKey, otherKey, ...options } = globalThis.settings;

/** The events from OpenFeature, and each rendering. */
globalThis.told = [];
globalThis.rendered = [];
const note = (what) => globalThis.rendered.push(what);
/** Puts a function where the test finds it. */
const hand = (functions) => Object.assign(globalThis, functions);
globalThis.providerStatus = () => OpenFeature.getClient().providerStatus;

for (const event of Object.values(ProviderEvents))
  OpenFeature.addHandler(event, ({ flagsChanged, message } = {}) =>
    globalThis.told.push([event, flagsChanged ?? message]),
  );

/** Without a framework: the listener draws. */
const client = OpenFeature.getClient();
const draw = () => {
  const { value, reason } = client.getBooleanDetails(flagKey, false);
  document.querySelector('h1').textContent = `${value} ${reason}`;
};
for (const event of [ProviderEvents.Ready, ProviderEvents.ConfigurationChanged, ProviderEvents.ContextChanged])
  client.addHandler(event, draw);
draw();

function Flag({ id, flagKey }) {
  const { value, reason } = useBooleanFlagDetails(flagKey, false);
  note(id);
  return h('p', { id }, `${value} ${reason}`);
}

function Waiting() {
  const { value } = useSuspenseFlag(flagKey, false);
  note(`waiting ${value}`);
  return h('p', { id: 'suspense' }, String(value));
}

function Travel() {
  hand({ setContext: useContextMutator().setContext });
  return null;
}

createRoot(document.getElementById('root')).render(
  h(
    OpenFeatureProvider,
    null,
    h(Travel),
    h(Flag, { id: 'flag', flagKey }),
    h(Flag, { id: 'other', flagKey: otherKey }),
    h(Suspense, { fallback: h('p', { id: 'waiting' }, '…') }, h(Waiting)),
  ),
);
OpenFeature.setProvider(new BurgeeWebProvider({ ...options, logger: { warn() {} } }));
