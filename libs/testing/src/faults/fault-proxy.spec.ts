import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../eventually.js';
import { FaultProxy } from './fault-proxy.js';

/** Says back what it hears. */
let echo: Server;
let proxy: FaultProxy;
let heard: Buffer;
let client: Socket;

function dial(): Socket {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (heard = Buffer.concat([heard, chunk])));
  return socket;
}

const expectHeard = (text: string) => eventually(() => expect(heard.toString()).toBe(text));

/** How the connection ended: the error's code, or `closed`. */
async function endOf(socket: Socket): Promise<string> {
  const failed = once(socket, 'error').then(([error]) => error.code as string);
  const closed = once(socket, 'close').then(() => 'closed');
  return Promise.race([failed, closed]);
}

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await FaultProxy.to((echo.address() as AddressInfo).port);
  heard = Buffer.alloc(0);
  client = dial();
  await once(client, 'connect');
});

afterEach(async () => {
  client.destroy();
  await proxy.close();
  echo.close();
});

describe('a link that can be made to fail', () => {
  it('passes on bytes both ways, in order, and the end', async () => {
    const much = Buffer.alloc(3_000_000, 'abcdefg');
    client.write(much);
    await eventually(() => expect(heard.equals(much)).toBe(true));
    client.end();
    expect(await endOf(client)).toBe('closed');
    expect(proxy.connections).toBe(0);
  });

  it('blackhole: keeps what is sent, tells neither side, and delivers it in order when it heals', async () => {
    proxy.blackhole();
    client.write('one ');
    client.write('two ');
    const other = dial();
    await once(other, 'connect');
    client.write('three');
    await expect(eventually(() => expect(heard.length).toBeGreaterThan(0), 200)).rejects.toThrow('Expected');
    await proxy.pass();
    await expectHeard('one two three');
    other.destroy();
  });

  it('reset: ends what is open and each new connection', async () => {
    const ended = endOf(client);
    proxy.reset();
    expect(await ended).toBe('ECONNRESET');
    expect(await endOf(dial())).toBe('ECONNRESET');
  });

  it('refuse: nothing listens, until it heals on the same port', async () => {
    const { port } = proxy;
    await proxy.refuse();
    expect(await endOf(dial())).toBe('ECONNREFUSED');
    await proxy.pass();
    expect(proxy.port).toBe(port);
    client = dial();
    client.write('back');
    await expectHeard('back');
  });

  it('latency: delays each direction and keeps the order', async () => {
    proxy.latency(100);
    const startedAt = performance.now();
    client.write('a');
    client.write('b');
    await expectHeard('ab');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(195);
  });

  it('cut: after so many bytes from the target the connection breaks', async () => {
    proxy.cutAfter(5);
    const ended = endOf(client);
    client.write('123');
    await expectHeard('123');
    client.write('4567');
    await ended;
    expect(heard.toString()).toBe('12345');
  });
});
