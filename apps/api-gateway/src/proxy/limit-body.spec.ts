import { connect, type AddressInfo } from 'node:net';
import { createHttpServer, HeldBytes } from '@burgee/process-kit';
import { prepareFastify } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { BodyBudget } from '../limits/body-budget.js';
import { limitBody } from './limit-body.js';

/** Of the 40 MB that a network may send at once. Without the cost of pieces, the rest takes 20 MB of chunks. */
const SENT_BEFORE = 24_000_000;

/** Sends a head and then the same again until the other side closes. @returns bytes */
async function sendOn(head: string, piece: Buffer): Promise<number> {
  const gateway = fastify({ serverFactory: createHttpServer });
  prepareFastify(gateway, { logger: pino({ level: 'silent' }), parseBodies: false }, []);
  const [memory, bodies] = [new HeldBytes(), new BodyBudget()];
  bodies.register(gateway);
  bodies.begin({ ip: '127.0.0.1', headers: { 'transfer-encoding': 'chunked' } })(SENT_BEFORE);
  gateway.route({
    method: ['GET', 'POST'],
    url: '/api/projects',
    preHandler: async (request, reply) => {
      await limitBody(request, reply, { memory, bodies });
    },
    handler: () => 'answer',
  });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((gateway.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  const send = () => !socket.destroyed && socket.write(piece) && setImmediate(send);
  socket.on('drain', send).resume();
  socket.write(`${head}\r\n\r\n`);
  send();
  await closed;
  await gateway.close();
  return socket.bytesWritten;
}

it('S141 of a network that sends too much, no body that is dropped is read to its end', async () => {
  const head = 'POST /api/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000';
  expect(await sendOn(head, Buffer.alloc(65_536))).toBeLessThan(90_000_000);
});

it.each(['POST /api/projects', 'GET /api/projects', 'POST /nowhere'])(
  'S141 each piece of a body is paid for, however small: %s',
  async (address) => {
    const head = `${address} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked`;
    expect(await sendOn(head, Buffer.from(`14\r\n${'0'.repeat(20)}\r\n`.repeat(1_000)))).toBeLessThan(10_000_000);
  },
);
