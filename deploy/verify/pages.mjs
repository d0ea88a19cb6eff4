// Checks the dashboard, the guide, the client library and the packages, as browsers and npm receive them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const PUBLIC = 'http://localhost:8080';
const TYPES = {
  html: /^text\/html/,
  js: /^(text|application)\/javascript/,
  css: /^text\/css/,
  json: /^application\/json/,
};

async function read(path, type) {
  const response = await fetch(PUBLIC + path, {
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(10_000),
  });
  assert.equal(response.status, 200, `${path} answered ${response.status}`);
  assert.match(response.headers.get('content-type') ?? '', TYPES[type]);
  return { text: await response.text(), encoding: response.headers.get('content-encoding') };
}

/** Throws when the page, a file that it names, the guide, or the library is not there or not compressed by the build. */
export async function pages(say) {
  const page = await read('/', 'html');
  assert.match(page.text, /<div id="root">/);
  // The files of its head, and the files it fetches for each screen before its code has run.
  const files = [...page.text.matchAll(/(\/assets\/[\w.-]+\.(js|css))\b/g)];
  assert.ok(files.length > 5, 'the page names hardly any file');
  for (const [, file, type] of files) assert.ok((await read(file, type)).text.length > 0);
  const library = await read('/sdk.js', 'js');
  assert.match(library.text, /createClient/);
  const guide = await read('/guide/guides/schedules', 'html');
  assert.match(guide.text, /<h1 id="schedules">/);
  assert.ok(page.encoding && library.encoding && guide.encoding, 'the build has compressed nothing');
  const { versions } = JSON.parse((await read('/packages/@burgee/sdk', 'json')).text);
  const [{ dist }] = Object.values(versions);
  const tarball = Buffer.from(await (await fetch(dist.tarball)).arrayBuffer());
  assert.equal(`sha512-${createHash('sha512').update(tarball).digest('base64')}`, dist.integrity);
  say(`found the dashboard with ${files.length} files, the guide, the client library, and packages`);
}
