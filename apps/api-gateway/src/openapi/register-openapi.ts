import { unavailable } from '@burgee/contracts/wire';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { ApiGatewayConfig } from '../config.js';
import { mergeDocuments } from './merge.js';

async function fetchDocument(base: string): Promise<OpenAPIObject> {
  const response = await fetch(new URL('/openapi.json', base), { signal: AbortSignal.timeout(2_000) });
  if (!response.ok) throw new Error(`${base} answered ${response.status}`);
  return (await response.json()) as OpenAPIObject;
}

/** Serves /openapi.json, merged from the documents of the services. It is cached once all services have answered. */
export function registerOpenApi(fastify: FastifyInstance, config: ApiGatewayConfig): void {
  const { AUTH_URL, FLAGS_ADMIN_URL, AUDIT_URL, USAGE_URL, SDK_GATEWAY_URLS } = config;
  const sources = [AUTH_URL, FLAGS_ADMIN_URL, AUDIT_URL, ...(USAGE_URL ? [USAGE_URL] : []), SDK_GATEWAY_URLS[0] ?? ''];
  let merged: OpenAPIObject | undefined;
  fastify.get('/openapi.json', async () => {
    try {
      merged ??= mergeDocuments(await Promise.all(sources.map(fetchDocument)));
    } catch (error) {
      throw unavailable(error);
    }
    return merged;
  });
}
