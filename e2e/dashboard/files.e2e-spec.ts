import { TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';

const client = new TestClient(sharedCluster().url);
const HTML = { accept: 'text/html' };
/** Scripts and styles that the policy stops. */
const INLINE = /<style|style=|<script(?![^>]* src=)|\son\w+=/;
const scriptIn = (html: string) => /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? 'none';

describe('the files of the dashboard', () => {
  it.each(['/', '/sign-in', '/projects/1/flags?search=a', '/no/such/page'])(
    '%s: serves the page to browsers, revalidated on each request',
    async (path) => {
      const answer = await client.get(path, HTML);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.text).toContain('<div id="root">');
    },
  );

  it('/: serves the page for any Accept header', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const answer = await client.get('/', headers);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await client.get('/sign-in', { accept: '*/*' })).status).toBe(404);
  });

  it('serves hashed files compressed and cacheable for ever', async () => {
    const script = scriptIn((await client.get('/', HTML)).text);
    for (const encoding of ['br', 'gzip']) {
      const answer = await client.get(script, { 'accept-encoding': encoding });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
      });
    }
  });

  it('orders the layers in its first stylesheet', async () => {
    const { text } = await client.get('/', HTML);
    const first = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(text)?.[1] ?? 'none';
    const order = (await client.get(first)).text;
    // The minifier puts the styles of this file between the names.
    const names = [...order.matchAll(/mantine\.(\w+)/g)].map(([, name]) => name);
    expect(order).toMatch(/^@layer mantine\.baseline\b/);
    expect(names.indexOf('UnstyledButton')).toBeLessThan(names.indexOf('Button'));
    // Its styles load later.
    expect(names.indexOf('ModalBase')).toBeLessThan(names.indexOf('Modal'));
  });

  it('lets any page import the client library, with its usage reports', async () => {
    const answer = await client.get('/sdk.js', { origin: 'https://shop.example.com', 'accept-encoding': 'gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/javascript/),
      'content-encoding': 'gzip',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect((await client.get('/sdk.js')).text).toMatch(/export ?\{[^}]*as createClient[^}]*as withUsage/);
  });

  it('allows no inline script and no inline style', async () => {
    const { headers, text } = await client.get('/', HTML);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';style-src 'self'");
    expect(policy).not.toMatch(/unsafe|nonce|sha256/);
    expect(text).not.toMatch(INLINE);
  });

  it.each(['/nothing', '/assets/nothing.js', '/assets/..%2f..%2fpackage.json', '/assets/../package.json'])(
    '%s: answers 404 for a path that is not a page',
    async (path) => {
      const answer = await client.get(path);
      expect([answer.status, answer.body.code]).toEqual([404, 'route_not_found']);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each([
    ['/guide/', 'text/html; charset=utf-8', '<h1 id="documentation">'],
    ['/guide/guides/schedules', 'text/html; charset=utf-8', '<h1 id="schedules">'],
    ['/guide/guides/schedules.md', 'text/markdown; charset=utf-8', '# Schedules'],
    ['/guide/llms.txt', 'text/plain; charset=utf-8', '# Burgee'],
    ['/guide/search.json', 'application/json; charset=utf-8', '/guide/guides/schedules'],
  ])('%s: the guide of this version, compressed, revalidated on each request', async (path, type, text) => {
    const answer = await client.get(path, { 'accept-encoding': 'br' });
    const plain = await client.get(path);
    expect([answer.status, plain.status, plain.text.includes(text)]).toEqual([200, 200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    expect((await client.get(path, { 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
    expect(answer.headers['content-security-policy']).toBe((await client.get('/')).headers['content-security-policy']);
    expect(type.startsWith('text/html') && INLINE.test(plain.text)).toBe(false);
  });

  it('/guide/: says in a page of its own that an address has no page, and in a problem to programs', async () => {
    for (const path of [
      '/guide/nothing',
      '/guide/guides/',
      '/guide/404',
      '/guide/404.page.html',
      '/guide/..%2f..%2f..%2fpackage.json',
    ]) {
      const page = await client.get(path, HTML);
      expect([page.status, page.text.includes('<h1>Page not found</h1>')]).toEqual([404, true]);
      expect((await client.get(path)).body.code).toBe('route_not_found');
    }
    expect((await client.get('/guide')).headers.location).toBe('/guide/');
  });

  it('/docs/sizing/: the calculator, with the modules that it computes by', async () => {
    const page = await client.get('/docs/sizing/', HTML);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const name of ['form.js', 'model/index.js', 'model/figures.js', 'model/plan-estate.js']) {
      const { status, headers } = await client.get(`/docs/sizing/${name}`);
      expect([name, status, headers['content-type']]).toEqual([name, 200, expect.stringContaining('javascript')]);
    }
    expect((await client.get('/docs/sizing/model/index.d.ts')).status).toBe(404);
  });
});
