import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Serves /openapi.json. It is public: all responses share one buffer, even if clients do not read it. */
export function serveDocument(fastify: FastifyInstance, document: OpenAPIObject): void {
  const bytes = Buffer.from(JSON.stringify(document));
  fastify.get('/openapi.json', async (_request, reply) => reply.type(JSON_TYPE).send(bytes));
}
