import { type ErrorCode, OFREP_PREFIX, UNLEASH_PREFIX } from '@burgee/contracts/wire';
import type { OpenAPIObject } from '@nestjs/swagger';
import { BODY_LIMIT_BYTES } from '../http/fastify.js';
import { POLICY_EXTENSION, type RoutePolicy } from '../http/route-policy.js';
import { describeRefusals, PROBLEM_SCHEMA } from './describe-refusals.js';
import { factsOf, type Operation, type OperationFacts, takesTokens } from './operation.js';
import { refusalCodes } from './refusal-codes.js';
import { REFUSES_EXTENSION } from './refuses.js';

const SECURITY_SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: 'token' },
  token: { type: 'http', scheme: 'bearer', description: 'An API token, `bge_tok_…`.' },
  sdkKey: { type: 'apiKey', in: 'header', name: 'x-sdk-key' },
  bareKey: { type: 'apiKey', in: 'header', name: 'authorization', description: 'The key alone, under /unleash/api.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An SDK key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An SDK key.' },
  eventToken: { type: 'apiKey', in: 'query', name: 'token', description: 'From a bulk evaluation.' },
  ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'From POST /api/v1/stream/ticket.' },
} as const;

function securityOf({ method, path, policy, parameters }: OperationFacts): Record<string, string[]>[] {
  if (policy === 'public') return [];
  if (policy !== 'sdk-key') return [{ session: [] }, ...(takesTokens({ method, path, policy }) ? [{ token: [] }] : [])];
  if (parameters.has('token')) return [{ eventToken: [] }];
  if (path.startsWith(UNLEASH_PREFIX)) return [{ sdkKey: [] }, { apiKey: [] }, { bearer: [] }, { bareKey: [] }];
  if (path.startsWith(OFREP_PREFIX)) return [{ sdkKey: [] }, { apiKey: [] }, { bearer: [] }];
  return [{ sdkKey: [] }, ...(parameters.has('ticket') ? [{ ticket: [] }] : [])];
}

/** Path parameters named `id` or `…Id` are UUIDs. */
function describePath(parameters: NonNullable<Operation['parameters']>) {
  return parameters.map((parameter) =>
    'in' in parameter && parameter.in === 'path' && /id$/i.test(parameter.name)
      ? { ...parameter, schema: { type: 'string', format: 'uuid' } }
      : parameter,
  );
}

type Responses = Record<string, { description?: string; content?: object }>;

/** Keeps the route's own response of a status next to the problem document. */
function mergeResponses(own: Responses, refusals: Responses): Responses {
  const merged = Object.entries(refusals).map(([status, refusal]) => {
    const { description = '', content } = own[status] ?? {};
    const both = {
      description: `${description} ${refusal.description}`.trim(),
      content: { ...content, ...refusal.content },
    };
    return [status, { ...refusal, ...both }];
  });
  return { ...own, ...Object.fromEntries(merged) };
}

function describeOperation(method: string, path: string, operation: Operation & Record<string, unknown>) {
  const { [REFUSES_EXTENSION]: refused = [], ...rest } = operation;
  const own = refused as ErrorCode[];
  // A route without a policy is refused to everyone.
  const facts = factsOf(
    method,
    path,
    (rest[POLICY_EXTENSION] as RoutePolicy | undefined) ?? 'owner',
    rest as Operation,
  );
  const body = { description: `Up to ${BODY_LIMIT_BYTES / 1_024} KiB.`, ...rest.requestBody };
  return {
    ...rest,
    security: securityOf(facts),
    parameters: describePath(rest.parameters ?? []),
    ...(rest.requestBody && { requestBody: body }),
    responses: mergeResponses(rest.responses as Responses, describeRefusals([...refusalCodes(facts), ...own])),
  };
}

/** The names of the schemas that a part of the document references, directly or indirectly. */
function schemasIn(part: unknown, schemas: Record<string, unknown>, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasIn(schemas[name] ?? {}, schemas, found);
  }
  return found;
}

/**
 * Completes the framework's description of the API: the security of each operation, its possible errors, and the limits
 * of its input. All of it follows from the policy, parameters and body of a route, and from `Refuses`.
 */
export function describeApi(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const described = Object.entries(operations as Record<string, Operation & Record<string, unknown>>).map(
      ([method, operation]) => [method, describeOperation(method, path, operation)],
    );
    return [path, Object.fromEntries(described)];
  });
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  const bodies = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, Operation>).map(({ requestBody }) => requestBody ?? {}),
  );
  const sent = schemasIn(bodies, schemas);
  // Unknown fields of a body are refused.
  const closed = Object.entries(schemas).map(([name, schema]) => [
    name,
    sent.has(name) ? { ...Object(schema), additionalProperties: false } : schema,
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths) as OpenAPIObject['paths'],
    components: {
      ...document.components,
      schemas: { ...Object.fromEntries(closed), Problem: PROBLEM_SCHEMA } as never,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
