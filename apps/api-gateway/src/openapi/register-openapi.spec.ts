import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareFastify } from '@burgee/service-kit';
import { eventually } from '@burgee/testing/unit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { type Logger, pino } from 'pino';
import { registerInScope } from '../register-in-scope.js';
import { registerOpenApi } from './register-openapi.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths: {},
  components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'token' } } },
});

async function service(serve: RequestListener): Promise<string> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the OpenAPI document of all services', () => {
  it('S105 is rendered once: every caller gets the same bytes, and a service that has answered is not asked again', async () => {
    let isAway = true;
    const asked = { up: 0, away: 0 };
    const up = await service((_, response) => {
      asked.up++;
      response.end(DOCUMENT);
    });
    const away = await service((_, response) => {
      asked.away++;
      response.writeHead(isAway ? 500 : 200).end(DOCUMENT);
    });
    const gateway = fastify();
    const logger = pino({ level: 'silent' }) as Logger;
    prepareFastify(gateway, { logger }, []);
    const sent: unknown[] = [];
    gateway.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode === 200) sent.push(payload);
    });
    const config = {
      AUTH_URL: up,
      FLAGS_ADMIN_URL: away,
      AUDIT_URL: up,
      USAGE_URL: undefined,
      SDK_GATEWAY_URLS: [up],
      SESSION_COOKIE_NAME: '__Host-a',
    };
    await registerInScope(gateway, logger, async (scope) => registerOpenApi(scope, config));
    closing.push(() => gateway.close());
    const ask = () => gateway.inject('/openapi.json');

    const refused = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    expect(asked).toEqual({ up: 3, away: 1 });
    isAway = false;
    await eventually(async () => expect((await ask()).statusCode).toBe(200));
    const { headers, body } = await ask();
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(body)).toMatchObject({
      openapi: '3.1.0',
      components: { securitySchemes: { session: { in: 'cookie', name: '__Host-a' } } },
    });
    expect(asked).toEqual({ up: 3, away: 2 });
    expect(sent[0]).toBeInstanceOf(Buffer);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent).size).toBe(1);
  });
});
