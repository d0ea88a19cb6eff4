import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createConnectionServer,
  type Server as ConnectionServer,
  type Socket,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Resolve } from '@burgee/process-kit/outbound';
import { Webhook } from 'standardwebhooks';
import type { PostOptions } from './post.js';
import { sendAttempt as send, type Sendable } from './send-attempt.js';
import { tryPost } from './try-post.js';

const SECRETS = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
const servers: Server[] = [];
const rawServers: ConnectionServer[] = [];
const sockets = new Set<Socket>();
const received: { headers: IncomingMessage['headers']; body: string }[] = [];

afterEach(() => {
  received.length = 0;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  for (const server of rawServers.splice(0)) server.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      answer(request, reply);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';

/** An endpoint that controls the bytes on its connection. */
async function listenRaw(answer: (socket: Socket) => void): Promise<number> {
  const server = createConnectionServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  rawServers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const delivery = (url: string): Sendable => ({
  event_id: '0199c2f4-5d10-7c3a-9a41-6f2b8c0d1e2f',
  type: 'project_update',
  occurred_at: new Date('2026-03-01T09:30:00.125Z'),
  payload: {
    project_id: 'p',
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id: 'u',
    user_name: 'Ada Ünï',
    old_values: null,
    new_values: { name: 'x' },
    request_id: null,
  },
  url,
  format: 'standard',
});

const always =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const PRIVATE = { allowPrivate: true, timeoutMs: 2_000, resolve: always('127.0.0.1') };
const PUBLIC = { ...PRIVATE, allowPrivate: false };
const sendAttempt = (to: Sendable, secrets: readonly string[], options: PostOptions, now?: Date) =>
  send(to, secrets, (request) => tryPost(request, options), now);
const ok: RequestListener = (_, reply) => void reply.end('thanks');

describe('an attempt', () => {
  it('is signed so that the Standard Webhooks library verifies it with each valid secret', async () => {
    const port = await listen(ok);
    const attempt = await sendAttempt(delivery(`http://hooks.example.com:${port}/a`), SECRETS, PRIVATE);
    expect(attempt).toMatchObject({ status: 200, error: null, answer: 'thanks' });
    const [{ headers, body }] = received as [(typeof received)[0]];
    for (const secret of SECRETS)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'project_update',
        data: { user: { name: 'Ada Ünï' } },
      });
    const wrong = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    expect(() => new Webhook(wrong).verify(body, headers as Record<string, string>)).toThrow('No matching signature');
    expect(() => new Webhook(SECRETS[0]!).verify(`${body} `, headers as Record<string, string>)).toThrow(
      'No matching signature',
    );
    expect(headers).toMatchObject({ 'webhook-id': delivery('').event_id, host: `hooks.example.com:${port}` });
  });

  it('is signed as specified, computed without the library', async () => {
    const port = await listen(ok);
    const now = new Date('2026-03-01T10:00:00.999Z');
    await sendAttempt(delivery(`http://127.0.0.1:${port}/`), [SECRETS[0]!], PRIVATE, now);
    const [{ headers, body }] = received as [(typeof received)[0]];
    const signed = `${String(headers['webhook-id'])}.1772359200.${body}`;
    const hash = createHmac('sha256', Buffer.alloc(32, 1)).update(signed).digest('base64');
    expect(headers).toMatchObject({ 'webhook-timestamp': '1772359200', 'webhook-signature': `v1,${hash}` });
  });

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1', '100.64.0.1'])(
    'goes nowhere when the host has the address %s',
    async (address) => {
      const port = await listen(ok);
      const attempt = await sendAttempt(delivery(`http://rebound.example.com:${port}/`), SECRETS, {
        ...PUBLIC,
        resolve: always(address),
      });
      expect(attempt).toEqual({
        status: null,
        error:
          'not sent: the host has a private or reserved address; operators can allow these with WEBHOOKS_ALLOW_PRIVATE=on for flags-admin',
        answer: null,
      });
      expect(received).toEqual([]);
    },
  );

  it('connects nowhere when one of several addresses is private, or there are none or too many', async () => {
    const port = await listen(ok);
    const to = (resolve: Resolve) =>
      sendAttempt(delivery(`http://mixed.example.com:${port}/`), SECRETS, { ...PUBLIC, resolve });
    expect((await to(always('93.184.215.14', '127.0.0.1'))).error).toMatch(/private/);
    expect((await to(always(...Array<string>(101).fill('93.184.215.14')))).error).toMatch(/more than 100 addresses/);
    expect((await to(always())).error).toMatch(/does not resolve/);
    expect((await to(() => Promise.reject(new Error('SERVFAIL')))).error).toMatch(/does not resolve/);
    expect(received).toEqual([]);
  });

  it('connects nowhere when the host itself is a private address', async () => {
    const port = await listen(ok);
    const resolve: Resolve = () => Promise.reject(new Error('an address is not looked up'));
    for (const host of ['127.0.0.1', '[::1]', '2130706433', '[::ffff:7f00:1]'])
      expect((await sendAttempt(delivery(`http://${host}:${port}/`), SECRETS, { ...PUBLIC, resolve })).error).toMatch(
        /private/,
      );
    expect(received).toEqual([]);
  });

  it('connects to the checked address after one look-up, even if the name is rebound', async () => {
    const port = await listen(ok);
    let asked = 0;
    // The first answer is public and unreachable here. Every other one would lead to this machine.
    const rebinding: Resolve = async () => (asked++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']);
    // A documentation address stands for a public address without a server, so it has to be allowed here.
    const attempt = await sendAttempt(delivery(`http://rebound.example.com:${port}/`), SECRETS, {
      allowPrivate: true,
      timeoutMs: 300,
      resolve: rebinding,
    });
    expect({ asked, status: attempt.status, received }).toEqual({ asked: 1, status: null, received: [] });
    const next = await sendAttempt(delivery(`http://rebound.example.com:${port}/`), SECRETS, {
      ...PUBLIC,
      resolve: rebinding,
    });
    expect({ asked, error: next.error, received }).toEqual({
      asked: 2,
      error:
        'not sent: the host has a private or reserved address; operators can allow these with WEBHOOKS_ALLOW_PRIVATE=on for flags-admin',
      received: [],
    });
  });

  it('follows no redirect', async () => {
    const inner = await listen(ok);
    const outer = await listen(
      (_, reply) => void reply.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end(),
    );
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${outer}/`), SECRETS, PRIVATE);
    expect(attempt).toMatchObject({ status: 307, error: 'answered 307; redirects are not followed' });
    expect(received).toHaveLength(1);
  });

  it('ends at the timeout when the endpoint does not respond, or responds without end', async () => {
    const silent = await listen(() => undefined);
    const started = performance.now();
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${silent}/`), SECRETS, { ...PRIVATE, timeoutMs: 200 });
    expect(attempt).toEqual({ status: null, error: 'no answer in time', answer: null });
    expect(performance.now() - started).toBeLessThan(10_000);
    const drip = await listen((_, reply) => void reply.writeHead(200).write('begun'));
    const dripped = await sendAttempt(delivery(`http://127.0.0.1:${drip}/`), SECRETS, { ...PRIVATE, timeoutMs: 200 });
    expect(dripped).toMatchObject({ status: 200, answer: 'begun' });
  });

  it.each([
    ['and goes on', (socket: Socket) => void socket.write(SWITCHING)],
    ['and disconnects', (socket: Socket) => void socket.end(SWITCHING)],
  ])('S103 ends when the endpoint responds with 101 %s', async (_, answer) => {
    const port = await listenRaw(answer);
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${port}/`), SECRETS, PRIVATE);
    expect(attempt).toEqual({ status: null, error: 'no answer: SWITCHED_PROTOCOLS', answer: null });
  });

  it('S103 ends when the endpoint sends interim responses without end', async () => {
    let written = 0;
    const port = await listenRaw((socket) => {
      const announce = () => {
        while (!socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))) written += 2_700;
        if (!socket.destroyed) socket.once('drain', announce);
      };
      announce();
    });
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${port}/`), SECRETS, {
      ...PRIVATE,
      timeoutMs: 20_000,
    });
    expect(attempt).toEqual({ status: null, error: 'no answer: ANNOUNCES_WITHOUT_END', answer: null });
    expect(written).toBeLessThan(50_000_000);
  });

  it('accepts a response after an interim response', async () => {
    const port = await listenRaw(
      (socket) => void socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    );
    expect(await sendAttempt(delivery(`http://127.0.0.1:${port}/`), SECRETS, PRIVATE)).toMatchObject({
      status: 200,
      answer: 'ok',
    });
  });

  it('ends at the timeout when its host does not resolve', async () => {
    const resolve: Resolve = () => new Promise(() => undefined);
    const attempt = await sendAttempt(delivery('http://slow.example.com/'), SECRETS, {
      ...PRIVATE,
      timeoutMs: 100,
      resolve,
    });
    expect(attempt).toEqual({ status: null, error: 'no answer in time', answer: null });
  });

  it('reads a few kilobytes of a response and keeps 500 printable characters', async () => {
    let written = 0;
    const endless = await listen((_, reply) => {
      const more = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(1_000, 'a\u0000\u001b'))) written += 1_000;
        if (!reply.destroyed) reply.once('drain', more);
      };
      more();
    });
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${endless}/`), SECRETS, PRIVATE);
    expect(attempt.answer).toBe('a'.repeat(500));
    expect(written).toBeLessThan(50_000_000);
  });

  it('reveals only the code of a connection error', async () => {
    const port = await listen(ok);
    servers.splice(0).forEach((server) => server.close());
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${port}/`), SECRETS, PRIVATE);
    expect(attempt).toEqual({ status: null, error: 'no answer: ECONNREFUSED', answer: null });
  });

  it('is not made without a secret', async () => {
    const port = await listen(ok);
    const attempt = await sendAttempt(delivery(`http://127.0.0.1:${port}/`), [], PRIVATE);
    expect(attempt.error).toMatch(/secret/);
    expect(received).toEqual([]);
  });
});
