import type { OpenAPIObject } from '@nestjs/swagger';

/** Merges the documents of the services into one for the public address. @param cookie the name of the session's */
export function mergeDocuments(documents: readonly OpenAPIObject[], cookie: string): OpenAPIObject {
  const paths = Object.assign({}, ...documents.map((document) => document.paths)) as OpenAPIObject['paths'];
  const all = (kind: 'schemas' | 'securitySchemes') =>
    Object.assign({}, ...documents.map(({ components }) => components?.[kind])) as object;
  const { session } = all('securitySchemes') as { session?: object };
  const securitySchemes = { ...all('securitySchemes'), ...(session && { session: { ...session, name: cookie } }) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Burgee',
      version: '1',
      description:
        `Feature flags that are never stale and never lost. Dashboard calls send the cookie \`${cookie}\`; ` +
        'SDK calls send the header `x-sdk-key`. Routes under /ofrep ' +
        'speak the OpenFeature Remote Evaluation Protocol; routes under /unleash/api serve Unleash SDKs. ' +
        'Errors are problem documents (RFC 9457) with a stable `code`.',
    },
    paths,
    components: { schemas: all('schemas') as never, securitySchemes: securitySchemes as never },
  };
}
