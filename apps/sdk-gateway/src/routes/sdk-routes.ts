import { EdgeAccessView, ServedFlagView, StreamTicket } from '@burgee/contracts/http';
import {
  EDGE_ACCESS_PATH,
  EDGE_APPLIED_LIMITS,
  EDGE_APPLIED_PATH,
  SDK_KEY_HEADER,
  STREAM_APPLIED_PATH,
} from '@burgee/contracts/wire';
import { corsHeaders } from '@burgee/flag-serving';
import { HttpCode } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery } from '@nestjs/swagger';
import { body, minPosition, notModified, sdkKey, taken, text, uuid } from './openapi-parts.js';
import { createRouteGroup, type Route } from './route-group.js';

const ifNoneMatch = ApiHeader({
  name: 'if-none-match',
  required: false,
  description: 'Ignored if longer than 500 characters.',
});
const withTag = { headers: { ETag: { schema: text } } };

/** All flags of the key's environment, as stored. */
const FLAGS: Route = {
  method: 'GET',
  path: '/api/v1/flags',
  answer: ({ flags }, request, response) => flags.handle(request, response),
  isBare: true,
  takesEscapes: true,
  description: [
    ApiOperation({
      operationId: 'fetchFlags',
      summary: 'List the flags of an environment',
      description:
        'No rate limit. If too many requests of a project or a network wait for a large flag set: `overloaded`.',
    }),
    sdkKey(),
    ifNoneMatch,
    ...minPosition,
    ApiOkResponse({ type: [ServedFlagView], ...withTag }),
    notModified(),
  ],
};

const flag = (name: string, description?: string) =>
  ApiQuery({ name, required: false, enum: ['1'], ...(description !== undefined && { description }) });

/** Streams every change of the key's environment, by Server-Sent Events. */
const STREAM: Route = {
  method: 'GET',
  path: '/api/v1/stream',
  answer: ({ streams }, request, response) => streams.handle(request, response),
  takesEscapes: true,
  description: [
    ApiOperation({ operationId: 'followFlags', summary: 'Stream flag changes of an environment' }),
    sdkKey({ required: false, description: 'Or a ticket.' }),
    ApiHeader({ name: 'last-event-id', required: false }),
    ApiQuery({ name: 'ticket', required: false, schema: { type: 'string', maxLength: 1_000 } }),
    ApiQuery({ name: 'snapshot', required: false, enum: ['true'] }),
    flag('access', 'For edges: also send changes of keys and origins.'),
    flag('ack', 'For clients that acknowledge changes on request.'),
    ApiQuery({
      name: 'edge',
      required: false,
      schema: { type: 'string', maxLength: 36 },
      description: 'With `access`: the id of an edge that reports how many of its clients have a change.',
    }),
    ApiOkResponse({
      description: 'ready, flag_updated, flag_deleted, snapshot, access, applied_wanted',
      content: { 'text/event-stream': { schema: text } },
    }),
  ],
};

/** A ticket for one stream, valid for 30 s: for a browser's EventSource, which cannot send headers. */
const TICKET: Route = {
  method: 'POST',
  path: '/api/v1/stream/ticket',
  answerInFramework: async ({ authenticator, tickets }, { headers }, reply) => {
    const key = headers[SDK_KEY_HEADER] as string | undefined;
    const access = await authenticator.authenticate(key, headers.origin).result;
    void reply.headers({ 'cache-control': 'no-store', ...corsHeaders(access.allowOrigin) });
    if (access.kind === 'refused') throw access.error;
    return tickets.issue(access.keyHash);
  },
  description: [
    ApiOperation({
      operationId: 'createStreamTicket',
      summary: 'Create a ticket for one stream',
      description: 'No rate limit; stream limits apply when the ticket is used.',
    }),
    HttpCode(200),
    sdkKey(),
    ApiOkResponse({ type: StreamTicket }),
  ],
};

const STREAM_APPLIED: Route = {
  method: 'POST',
  path: STREAM_APPLIED_PATH,
  answer: ({ applied }, request, response) => applied.handleStream(request, response),
  description: [
    ApiOperation({
      operationId: 'acknowledgeFlags',
      summary: 'Acknowledge that the client of a stream has a change',
      description: 'Only informs requests that wait for clients.',
    }),
    ...taken,
    sdkKey(),
    body({
      type: 'object',
      required: ['wait_id', 'ack'],
      properties: {
        wait_id: { ...uuid, description: 'From `applied_wanted`.' },
        ack: {
          type: 'string',
          maxLength: 22,
          pattern: '^[\\w-]{22}$',
          description: 'From the `ready` event of this stream.',
        },
      },
    }),
  ],
};

/** The origins and keys that open the key's environment, so that an edge can check them. */
const EDGE_ACCESS: Route = {
  method: 'GET',
  path: EDGE_ACCESS_PATH,
  answer: ({ edgeAccess }, request, response) => edgeAccess.handle(request, response),
  takesEscapes: true,
  description: [
    ApiOperation({
      operationId: 'fetchEdgeAccess',
      summary: 'Get the keys and origins of an environment, for an edge',
      description: 'No rate limit. Keys are given only as SHA-256 hashes.',
    }),
    sdkKey(),
    ifNoneMatch,
    ApiOkResponse({ type: EdgeAccessView, ...withTag }),
    notModified(),
  ],
};

const count = { type: 'integer', minimum: 0, maximum: EDGE_APPLIED_LIMITS.count } as const;
const EDGE_REPORT = {
  type: 'object',
  required: ['edge', 'clients', 'delivered', 'applied', 'unknown', 'streams', 'pollers', 'estimated', 'edges'],
  properties: {
    edge: { ...uuid, description: 'The edge; stays the same while it runs.' },
    clients: count,
    delivered: { ...count, description: 'Clients that were sent the change.' },
    applied: { ...count, description: 'Clients among them that acknowledged it.' },
    unknown: { ...count, description: 'Clients that left before.' },
    streams: { ...count, description: 'Streams still waited for.' },
    pollers: { ...count, description: 'Pollers still waited for.' },
    last_seen_at: { type: 'string', format: 'date-time', pattern: 'Z$' },
    estimated: { type: 'boolean' },
    sampled: { type: 'boolean' },
    edges: { type: 'array', maxItems: EDGE_APPLIED_LIMITS.edges, items: uuid, description: 'Edges that it has asked.' },
  },
} as const;

const EDGE_APPLIED: Route = {
  method: 'POST',
  path: EDGE_APPLIED_PATH,
  answer: ({ applied }, request, response) => applied.handleEdge(request, response),
  description: [
    ...taken,
    ApiOperation({
      operationId: 'reportEdgeApplied',
      summary: 'Report how many clients of an edge have a change',
      description: 'Only informs requests that wait for clients. Unrequested reports are ignored.',
    }),
    sdkKey(),
    body(
      {
        type: 'object',
        required: ['wait_id', 'reports'],
        properties: {
          wait_id: { ...uuid, description: 'From the stream.' },
          reports: { type: 'array', minItems: 1, maxItems: EDGE_APPLIED_LIMITS.reports, items: EDGE_REPORT },
        },
      },
      `At most ${EDGE_APPLIED_LIMITS.bodyBytes.toLocaleString('en')} bytes.`,
    ),
  ],
};

/** Burgee's own protocol. */
export const SDK_ROUTES = createRouteGroup({
  prefix: '/api/v1/',
  tag: 'sdk',
  locate: (url) => ({ path: url.split('?', 1)[0] ?? '', address: undefined }),
  routes: [FLAGS, STREAM, TICKET, STREAM_APPLIED, EDGE_ACCESS, EDGE_APPLIED],
});
