// node examples/server-render/start.mjs
// Server rendering, as Next.js does it: rendered with the visitor's flags, then hydrated in the page without a flicker.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { BurgeeProvider, bootstrapOf } from '@burgee/react';
import { createClient } from '@burgee/sdk';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { bundle } from '../bundle.mjs';
import { baseUrl, flagKey, port, sdkKey } from '../settings.mjs';
import { App } from './app.js';

// One client for all visitors.
const client = createClient({ baseUrl, sdkKey });
const script = await bundle(join(import.meta.dirname, 'page.js'));
await client.ready();

/** Escapes JSON so that it cannot end the script element around it. */
const inScript = (value) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

function render(visitor) {
  const bootstrap = bootstrapOf(client, { targetingKey: visitor });
  const body = renderToString(h(BurgeeProvider, { client, bootstrap }, h(App, { flagKey })));
  return `<!doctype html><title>Burgee on a server</title><link rel="icon" href="data:,"><div id="root">${body}</div>
<script>globalThis.example = ${inScript({ baseUrl, sdkKey, flagKey, bootstrap })}</script>
<script type="module" src="/page.js"></script>`;
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const isScript = pathname === '/page.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
  response.end(isScript ? script : render(searchParams.get('visitor') ?? 'visitor-1'));
}).listen(port, () => {
  console.log(`Open http://localhost:${port}/?visitor=visitor-2, and flip ${flagKey} in ${baseUrl}.`);
});
