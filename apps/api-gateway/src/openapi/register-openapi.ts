import { unavailable } from '@burgee/contracts/wire';
import { JSON_TYPE } from '@burgee/service-kit';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { ApiGatewayConfig } from '../config.js';
import { mergeDocuments } from './merge.js';

const PAUSE_MILLISECONDS = 1_000;

async function fetchDocument(base: string): Promise<OpenAPIObject> {
  const response = await fetch(new URL('/openapi.json', base), { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`${base} answered ${response.status}`);
  return (await response.json()) as OpenAPIObject;
}

type Settings = 'AUTH_URL' | 'FLAGS_ADMIN_URL' | 'AUDIT_URL' | 'USAGE_URL' | 'SDK_GATEWAY_URLS' | 'SESSION_COOKIE_NAME';

/**
 * Serves /openapi.json, merged from the documents of the services. It is public, so it is rendered once, all clients
 * get the same bytes, and each service is asked until it has responded, by one request at a time.
 */
export function registerOpenApi(fastify: FastifyInstance, config: Pick<ApiGatewayConfig, Settings>): void {
  const { AUTH_URL, FLAGS_ADMIN_URL, AUDIT_URL, USAGE_URL, SDK_GATEWAY_URLS } = config;
  const sources = [AUTH_URL, FLAGS_ADMIN_URL, AUDIT_URL, ...(USAGE_URL ? [USAGE_URL] : []), SDK_GATEWAY_URLS[0] ?? ''];
  const documents = new Map<string, OpenAPIObject>();
  let asking: Promise<Buffer> | undefined;

  async function documentOf(base: string): Promise<OpenAPIObject> {
    const document = documents.get(base) ?? (await fetchDocument(base));
    documents.set(base, document);
    return document;
  }

  async function render(): Promise<Buffer> {
    try {
      const asked = sources.map(documentOf);
      // Keeps each response, even if another service fails.
      await Promise.allSettled(asked);
      const merged = mergeDocuments(await Promise.all(asked), config.SESSION_COOKIE_NAME);
      documents.clear();
      return Buffer.from(JSON.stringify(merged));
    } catch (error) {
      setTimeout(() => (asking = undefined), PAUSE_MILLISECONDS).unref();
      throw unavailable(error);
    }
  }

  fastify.get('/openapi.json', async (_request, reply) => reply.type(JSON_TYPE).send(await (asking ??= render())));
}
