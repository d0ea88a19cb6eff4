import { PROJECT_DOCUMENT_SCHEMA, PROJECT_DOCUMENT_SCHEMA_PATH } from '@burgee/contracts/http';
import type { FastifyInstance } from 'fastify';

/** Serves the JSON Schema of a project's document, also to editors on other sites. */
export function registerDocumentSchema(fastify: FastifyInstance): void {
  // One buffer for all responses.
  const schema = Buffer.from(JSON.stringify(PROJECT_DOCUMENT_SCHEMA));
  fastify.get(PROJECT_DOCUMENT_SCHEMA_PATH, (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=3600')
      .type('application/schema+json')
      .send(schema),
  );
}
