import type { OpenAPIObject } from '@nestjs/swagger';

/** One document for the public address from those of the services. */
export function mergeDocuments(documents: readonly OpenAPIObject[]): OpenAPIObject {
  const paths = Object.assign({}, ...documents.map((document) => document.paths)) as OpenAPIObject['paths'];
  const schemas = Object.assign({}, ...documents.map((document) => document.components?.schemas ?? {})) as object;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Burgee',
      version: '1',
      description:
        'Feature flags that are never stale and never lost. Dashboard calls carry the cookie `token`; SDK calls the header `x-sdk-key`. ' +
        'Every refusal is a problem document (RFC 9457) with a stable `code`.',
    },
    paths,
    components: {
      schemas: schemas as never,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'token' },
        sdkKey: { type: 'apiKey', in: 'header', name: 'x-sdk-key' },
      },
    },
  };
}
