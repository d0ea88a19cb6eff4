import { BurgeeProvider } from '@burgee/react';
import { createClient } from '@burgee/sdk';
import { createElement as h, Profiler } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.js';

const { baseUrl, sdkKey, flagKey, bootstrap } = globalThis.example;
// Where somebody looks: a flag that the page does not use renders nothing, and nothing is to be recovered from.
globalThis.renders = 0;
globalThis.mismatches = [];
const onRender = () => {
  globalThis.renders += 1;
};

// The same bootstrap as on the server: what React finds is what it would have rendered itself.
const client = createClient({ baseUrl, sdkKey, bootstrap, context: bootstrap.context });
hydrateRoot(
  document.getElementById('root'),
  h(BurgeeProvider, { client, bootstrap }, h(Profiler, { id: 'app', onRender }, h(App, { flagKey }))),
  {
    onRecoverableError: (error) => globalThis.mismatches.push(String(error)),
  },
);
