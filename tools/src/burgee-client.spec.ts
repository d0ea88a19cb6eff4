import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { BurgeeClient } from './burgee-client.js';

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
