import { PROJECT_DOCUMENT_SCHEMA, PROJECT_DOCUMENT_SCHEMA_PATH } from '@burgee/contracts/http';
import type { FastifyInstance } from 'fastify';

/** Serves the JSON Schema of a project's document, which editors of other sites may read as well. */
export function registerDocumentSchema(fastify: FastifyInstance): void {
  // The same bytes for all, which are in memory once.
  const schema = Buffer.from(JSON.stringify(PROJECT_DOCUMENT_SCHEMA));
  fastify.get(PROJECT_DOCUMENT_SCHEMA_PATH, (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=3600')
      .type('application/schema+json')
      .send(schema),
  );
}
