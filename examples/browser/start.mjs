// node examples/browser/start.mjs
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { BURGEE, prepare, run } from '../prepare.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

await run(async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const sdkKey = process.env.BURGEE_SDK_KEY ?? (await prepare('new-checkout', origin)).sdkKey;

  const template = await readFile(join(import.meta.dirname, 'page.html'), 'utf8');
  const page = template.replace('{{OPTIONS}}', () => JSON.stringify({ baseUrl: BURGEE, sdkKey }));
  server.on('request', async (request, response) => {
    // The two libraries are in this repository. In an application the bundler finds @burgee/sdk.
    const file = /^\/libs\/(sdk|evaluation)\/dist\/[\w/-]+\.js$/.exec(request.url)?.[0];
    if (file) response.setHeader('content-type', 'text/javascript').end(await readFile(join(ROOT, file)));
    else response.setHeader('content-type', 'text/html').end(page);
  });
  console.log(`Then look at ${origin}`);
});
