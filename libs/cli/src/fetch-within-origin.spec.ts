import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { fetchWithinOrigin } from './fetch-within-origin.js';
import { run } from './run.js';

const servers: Server[] = [];

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A Burgee that redirects `/begin`, and what it and a server of another origin received. */
async function redirecting(status: number, locationOf: (other: string) => string) {
  const received: string[] = [];
  const record =
    (name: string): RequestListener =>
    (request, answer) => {
      received.push(`${name} ${request.method} ${request.url} ${request.headers['x-sdk-key'] ?? 'without the key'}`);
      answer.end('[]');
    };
  const other = await listen(record('other'));
  const own = await listen((request, answer) => {
    if (request.url === '/end') return record('own')(request, answer);
    answer.writeHead(status, { location: locationOf(other) }).end();
  });
  return { own, received };
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const init = (method: string) => ({ method, headers: { 'x-sdk-key': 'bge_sdk_a' } });

it.each([
  ['GET', 301],
  ['GET', 302],
  ['GET', 303],
  ['GET', 307],
  ['POST', 307],
  ['POST', 308],
])('follows a redirect of %s by %i within the origin', async (method, status) => {
  const { own, received } = await redirecting(status, () => '/end');
  expect((await fetchWithinOrigin(`${own}/begin`, init(method))).status).toBe(200);
  expect(received).toEqual([`own ${method} /end bge_sdk_a`]);
});

it.each([
  ['GET', 302, (other: string) => `${other}/end?session=secret`],
  ['POST', 307, (other: string) => `${other}/end`],
  ['GET', 301, (other: string) => other.replace('http:', '')],
  ['POST', 302, () => '/end'],
  ['GET', 302, () => '/begin'],
  ['GET', 302, () => 'http://'],
])(
  'refuses a redirect of %s by %i to another origin, in a circle or with another method',
  async (method, status, to) => {
    const { own, received } = await redirecting(status, to);
    const refused = fetchWithinOrigin(`${own}/begin`, init(method));
    await expect(refused).rejects.toThrow(`${own}/begin redirects to `);
    await expect(refused).rejects.not.toThrow('secret');
    await expect(refused).rejects.toMatchObject({ code: 'redirect_refused' });
    expect(received).toEqual([]);
  },
);

it('keeps the SDK key of `burgee types` from another origin, and says why', async () => {
  const { own, received } = await redirecting(302, (other) => `${other}/end`);
  const said: string[] = [];
  const err = { write: (text: string) => said.push(text) };
  expect(await run(['types', '--url', own, '--key', 'bge_sdk_a', '--check'], {}, err, err)).toBe(1);
  expect(said.join('')).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+\/end \(302, redirect_refused\)/);
  expect(received).toEqual([]);
});
