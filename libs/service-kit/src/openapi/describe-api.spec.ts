import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeApi } from './describe-api.js';

const OK = { responses: { 200: { description: '' } } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const BODY = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } },
};

/** An operation as `describeApi` completes it, alone in its document. */
function described(method: string, path: string, operation: object) {
  const schemas = {
    NewThing: {
      type: 'object',
      properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } } },
    },
    Part: { type: 'object' },
    Thing: { type: 'object' },
  };
  const document = { openapi: '3.1.0', info: {}, paths: { [path]: { [method]: { ...OK, ...operation } } } };
  const done = describeApi({ ...document, components: { schemas } } as unknown as OpenAPIObject);
  // oxlint-disable-next-line typescript/no-explicit-any
  return { operation: (done.paths[path] as any)[method], schemas: done.components?.schemas as Record<string, object> };
}

/** The error codes of each status of an operation. */
function codesOf(method: string, path: string, operation: object): Record<string, string[]> {
  const { responses } = described(method, path, operation).operation;
  const refusals = Object.entries<any>(responses).filter(([status]) => Number(status) >= 400); // oxlint-disable-line typescript/no-explicit-any
  return Object.fromEntries(
    refusals.map(([status, { content }]) => [
      status,
      content['application/problem+json'].schema.allOf[1].properties.code.enum,
    ]),
  );
}

describe('an operation of the OpenAPI document', () => {
  it('of the dashboard, for editors, with a body, lists every resulting error', () => {
    const operation = { 'x-policy': 'editor', parameters: [ID, { name: 'if-match', in: 'header' }], requestBody: BODY };
    expect(codesOf('patch', '/api/things/{id}', operation)).toEqual({
      400: ['invalid_request', 'token_and_session', 'malformed_json'],
      401: ['unauthenticated', 'session_cookie_ambiguous', 'token_invalid'],
      403: ['address_not_verified', 'role_too_low', 'scope_missing', 'cross_site_request'],
      404: ['not_found', 'route_not_found'],
      408: ['request_too_slow'],
      412: ['value_changed'],
      413: ['body_too_large'],
      415: ['unsupported_media_type'],
      421: ['host_not_allowed'],
      429: ['too_many_requests'],
      431: ['headers_too_large'],
      503: ['unavailable', 'overloaded'],
    });
  });

  it('that is public has no access errors', () => {
    expect(Object.keys(codesOf('get', '/api/things', { 'x-policy': 'public' }))).toEqual([
      '400',
      '408',
      '421',
      '429',
      '431',
      '503',
    ]);
  });

  it('of the SDK API names key, origin and, for a stream, ticket and limits', () => {
    const stream = {
      'x-policy': 'sdk-key',
      parameters: [{ name: 'ticket', in: 'query' }],
      responses: { 200: { description: '', content: { 'text/event-stream': {} } } },
    };
    expect(codesOf('get', '/api/v1/things', stream)).toEqual({
      400: ['invalid_request'],
      401: ['sdk_key_invalid', 'client_key_not_allowed', 'ticket_invalid'],
      403: ['origin_not_registered'],
      408: ['request_too_slow'],
      429: ['too_many_requests', 'too_many_streams'],
      431: ['headers_too_large'],
      503: ['unavailable', 'overloaded', 'streams_busy'],
    });
  });

  it('of decisions takes keys of both kinds', () => {
    const decisions = codesOf('post', '/ofrep/v1/evaluate/flags', { 'x-policy': 'sdk-key' });
    expect(decisions).toMatchObject({ 401: ['sdk_key_invalid'] });
  });

  it('adds the errors that the route names, without publishing that field', () => {
    const operation = { 'x-policy': 'session', 'x-refuses': ['duplicate', 'last_owner'] };
    expect(codesOf('post', '/api/things', operation)).toMatchObject({ 409: ['duplicate', 'last_owner'] });
    expect(described('post', '/api/things', operation).operation).not.toHaveProperty('x-refuses');
  });

  it.each([
    ['public', [], []],
    ['session', [], [{ session: [] }]],
    ['owner', [], [{ session: [] }, { token: [] }]],
    ['sdk-key', [], [{ sdkKey: [] }]],
    ['sdk-key', [{ name: 'ticket', in: 'query' }], [{ sdkKey: [] }, { ticket: [] }]],
  ])('with the policy %s says how it is secured', (policy, parameters, security) => {
    const { operation } = described('get', '/api/v1/things', { 'x-policy': policy, parameters });
    expect(operation.security).toEqual(security);
  });

  it('without a policy is refused to everyone', () => {
    expect(described('get', '/api/things', {}).operation.security).toEqual([{ session: [] }, { token: [] }]);
  });

  it('documents Retry-After where a retry makes sense', () => {
    const { responses } = described('get', '/api/things', { 'x-policy': 'session' }).operation;
    const retried = Object.keys(responses).filter((status) => responses[status].headers?.['Retry-After']);
    expect(retried).toEqual(['429', '503']);
  });

  it('documents the limits of its body, and that unknown fields are refused', () => {
    const { operation, schemas } = described('post', '/api/things', { 'x-policy': 'session', requestBody: BODY });
    expect(operation.requestBody.description).toBe('Up to 128 KiB.');
    const closed = Object.keys(schemas).filter((name) => 'additionalProperties' in (schemas[name] ?? {}));
    expect(closed).toEqual(['NewThing', 'Part']);
  });

  it('takes a UUID exactly where its path has an id', () => {
    const parameters = [ID, { ...ID, name: 'flagId' }, { ...ID, name: 'token' }];
    const { operation } = described('get', '/api/things/{id}', { 'x-policy': 'viewer', parameters });
    expect(operation.parameters.map(({ schema }: { schema: object }) => schema)).toEqual([
      { type: 'string', format: 'uuid' },
      { type: 'string', format: 'uuid' },
      { type: 'string' },
    ]);
  });
});
