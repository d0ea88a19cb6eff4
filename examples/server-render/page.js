import { BurgeeProvider } from '@burgee/react';
import { createClient } from '@burgee/sdk';
import { createElement as h, Profiler } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.js';

const { baseUrl, sdkKey, flagKey, bootstrap } = globalThis.example;
// For the browser console: `renders` rises only when the flag changes, and `mismatches` stays empty.
globalThis.renders = 0;
globalThis.mismatches = [];
const onRender = () => {
  globalThis.renders += 1;
};

// The same bootstrap as on the server, so React hydrates exactly what it would render.
const client = createClient({ baseUrl, sdkKey, bootstrap, context: bootstrap.context });
hydrateRoot(
  document.getElementById('root'),
  h(BurgeeProvider, { client, bootstrap }, h(Profiler, { id: 'app', onRender }, h(App, { flagKey }))),
  {
    onRecoverableError: (error) => globalThis.mismatches.push(String(error)),
  },
);
