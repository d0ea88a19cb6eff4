import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { BurgeeClient, credentialsOf } from './burgee-client.js';

it('keeps the session next to the cookies that a proxy sets', async () => {
  const sent: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    sent.push(headers.cookie);
    response.setHeader(
      'set-cookie',
      sent.length === 1 ? ['proxy=1; Path=/', 'token=t; HttpOnly'] : ['proxy=2; Path=/'],
    );
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new BurgeeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let call = 0; call < 3; call++) await client.get('/');
  server.closeAllConnections();
  server.close();
  expect(sent.slice(1)).toEqual(['proxy=1; token=t', 'proxy=2; token=t']);
});

it('says how much of a large body it has sent, and announces its length', async () => {
  const json = JSON.stringify('x'.repeat(300_000));
  const server = createServer(async (request, response) => {
    const { 'content-length': length } = request.headers;
    response.end(JSON.stringify({ length, isWhole: (await text(request)) === json }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new BurgeeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const sent: number[] = [];
  const answer = await client.send('/', json, (bytes) => sent.push(bytes));
  server.closeAllConnections();
  server.close();
  expect(answer).toEqual({ length: '300002', isWhole: true });
  expect(sent).toEqual([65_536, 131_072, 196_608, 262_144, 300_002]);
});

it.each([
  ['a redirect of the sign-in', '/api/auth/login', 307],
  ['the `Link` to the next page', '/api/projects', 200],
])('sends password and session to no other origin, by %s', async (_, path, status) => {
  const received: string[] = [];
  const other = createServer((request, answer) => {
    received.push(`${request.method} ${request.url}`);
    answer.end('[]');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/elsewhere`;
  const burgee = createServer((request, answer) => {
    const isLed = request.url === path;
    const headers = {
      'set-cookie': 'token=a',
      ...(isLed && { location: elsewhere, link: `<${elsewhere}>; rel="next"` }),
    };
    answer.writeHead(isLed ? status : 200, headers).end('[]');
  }).listen(0, '127.0.0.1');
  await once(burgee, 'listening');
  try {
    const client = new BurgeeClient(`http://127.0.0.1:${(burgee.address() as AddressInfo).port}`);
    const command = async () => {
      await client.post('/api/auth/login', { email: 'ada@example.com', password: 'a' });
      await client.list('/api/projects');
    };
    await expect(command()).rejects.toThrow(/ (redirects|leads) to http/);
    expect(received).toEqual([]);
  } finally {
    for (const server of [other, burgee]) server.close();
  }
});

it('sends BURGEE_TOKEN with every request, and no cookie', async () => {
  const sent: unknown[] = [];
  const server = createServer(({ headers, url }, response) => {
    sent.push([url, headers.authorization, headers.cookie]);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new BurgeeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await client.signIn(credentialsOf('ada@example.com', { BURGEE_TOKEN: 'bge_tok_a', BURGEE_PASSWORD: 'p' }));
  await client.get('/a');
  server.closeAllConnections();
  server.close();
  expect(sent).toEqual([['/a', 'Bearer bge_tok_a', '']]);
});

it('without a token a command takes an email and BURGEE_PASSWORD, and says which is missing', () => {
  const account = { email: 'ada@example.com', password: 'p' };
  expect(credentialsOf('ada@example.com', { BURGEE_PASSWORD: 'p' })).toEqual(account);
  expect(() => credentialsOf('ada@example.com', {})).toThrow('Set BURGEE_PASSWORD to the password of ada@example.com.');
  expect(() => credentialsOf(undefined, { BURGEE_PASSWORD: 'p' })).toThrow('Set BURGEE_TOKEN');
});
