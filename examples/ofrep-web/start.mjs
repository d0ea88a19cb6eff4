// node examples/ofrep-web/start.mjs
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { baseUrl, clientKey, flagKey, port } from '../settings.mjs';

if (clientKey === undefined) {
  console.error('A page gets the client key of an environment, never its SDK key. Set BURGEE_CLIENT_KEY to it.');
  process.exit(1);
}
const script = await bundle(join(import.meta.dirname, 'page.js'));
const html = `<!doctype html><title>Decisions in a page</title><link rel="icon" href="data:,">
<h1>${flagKey}</h1><p><strong id="value">…</strong> (<span id="why"></span>)</p><button>Be somebody else</button>
<script>globalThis.example = ${JSON.stringify({ baseUrl, clientKey, flagKey })}</script>
<script type="module" src="/page.js"></script>`;

createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
  response.end(isScript ? script : html);
}).listen(port, () => {
  console.log(`Open http://localhost:${port}, and flip ${flagKey} in ${baseUrl}.`);
});
