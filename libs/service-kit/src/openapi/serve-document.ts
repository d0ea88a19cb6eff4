import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Serves /openapi.json. Anybody may ask for it: all get the same bytes, which are in memory once however many do not take them. */
export function serveDocument(fastify: FastifyInstance, document: OpenAPIObject): void {
  const bytes = Buffer.from(JSON.stringify(document));
  fastify.get('/openapi.json', async (_request, reply) => reply.type(JSON_TYPE).send(bytes));
}
