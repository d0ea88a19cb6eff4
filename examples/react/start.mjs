// node examples/react/start.mjs
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { baseUrl, flagKey, port, sdkKey } from '../settings.mjs';

const script = await bundle(join(import.meta.dirname, 'page.js'));
const html = `<!doctype html><title>Burgee in React</title><link rel="icon" href="data:,"><div id="root"></div>
<script>globalThis.example = ${JSON.stringify({ baseUrl, sdkKey, flagKey })}</script>
<script type="module" src="/page.js"></script>`;

createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
  response.end(isScript ? script : html);
}).listen(port, () => {
  console.log(`Open http://localhost:${port}, and flip ${flagKey} in ${baseUrl}.`);
});
