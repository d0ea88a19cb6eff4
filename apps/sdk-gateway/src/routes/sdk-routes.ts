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
  description: 'Longer than 500 characters: not compared.',
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
      summary: 'Fetch all flags of an environment',
      description:
        'No limit of requests. When too many of a project or a network wait for a large flag set: `overloaded`.',
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

/** Every change of the key's environment as it happens, by Server-Sent Events. */
const STREAM: Route = {
  method: 'GET',
  path: '/api/v1/stream',
  answer: ({ streams }, request, response) => streams.handle(request, response),
  takesEscapes: true,
  description: [
    ApiOperation({ operationId: 'followFlags', summary: 'Follow the changes of an environment' }),
    sdkKey({ required: false, description: 'Or a ticket.' }),
    ApiHeader({ name: 'last-event-id', required: false }),
    ApiQuery({ name: 'ticket', required: false, schema: { type: 'string', maxLength: 1_000 } }),
    ApiQuery({ name: 'snapshot', required: false, enum: ['true'] }),
    flag('access', 'Also when keys or origins change, for edges.'),
    flag('ack', 'For clients that acknowledge changes when they are asked to.'),
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
      summary: 'Get a ticket for one stream',
      description: 'No limit of requests; the limits of streams count when it is used.',
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
      summary: 'Say that the client of a stream has the change that is waited for',
      description: 'Nothing depends on it but what whoever waits is told.',
    }),
    ...taken,
    sdkKey(),
    body({
      type: 'object',
      required: ['wait_id', 'ack'],
      properties: {
        wait_id: { ...uuid, description: 'As `applied_wanted` named it.' },
        ack: {
          type: 'string',
          maxLength: 22,
          pattern: '^[\\w-]{22}$',
          description: 'As `ready` gave it to this stream.',
        },
      },
    }),
  ],
};

/** Which origins and keys open the environment of the key, so that an edge can check them. */
const EDGE_ACCESS: Route = {
  method: 'GET',
  path: EDGE_ACCESS_PATH,
  answer: ({ edgeAccess }, request, response) => edgeAccess.handle(request, response),
  takesEscapes: true,
  description: [
    ApiOperation({
      operationId: 'fetchEdgeAccess',
      summary: 'Tell an edge who may call for an environment',
      description: 'No limit of requests. Of keys it tells the SHA-256, from which nobody can find them.',
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
    edge: { ...uuid, description: 'The edge, for as long as it runs.' },
    clients: count,
    delivered: { ...count, description: 'Of the clients, those that were sent it.' },
    applied: { ...count, description: 'Of those, the ones that said that they have it.' },
    unknown: { ...count, description: 'Of the clients, those that left before.' },
    streams: { ...count, description: 'That are waited for.' },
    pollers: { ...count, description: 'That are waited for.' },
    last_seen_at: { type: 'string', format: 'date-time', pattern: 'Z$' },
    estimated: { type: 'boolean' },
    sampled: { type: 'boolean' },
    edges: { type: 'array', maxItems: EDGE_APPLIED_LIMITS.edges, items: uuid, description: 'Those that it has asked.' },
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
      summary: 'Say how many clients of an edge have the change that is waited for',
      description: 'Nothing depends on it but what whoever waits is told. What nobody has asked for is ignored.',
    }),
    sdkKey(),
    body(
      {
        type: 'object',
        required: ['wait_id', 'reports'],
        properties: {
          wait_id: { ...uuid, description: 'As the stream named it.' },
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
