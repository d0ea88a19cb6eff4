import { OFREP_PREFIX } from '@burgee/contracts/wire';
import { type OfrepAddress, parseOfrepAddress } from '@burgee/flag-serving';
import { Refuses } from '@burgee/service-kit';
import { HttpCode } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { body, json, minPosition, notModified, sdkKey, text } from './openapi-parts.js';
import { createRouteGroup, type Route } from './route-group.js';

const context = {
  type: 'object',
  description: 'At most 200 attributes, 8 levels deep. `targetingKey` has at most 256 characters.',
  properties: { targetingKey: { ...text, maxLength: 256 } },
} as const;
const REQUEST = { type: 'object', required: ['context'], properties: { context } } as const;

const metadata = (properties: object) => ({ type: 'object', properties }) as const;
const POSITION = { revision: { type: 'integer' }, epoch: text } as const;
const FAILED = {
  type: 'object',
  required: ['errorCode', 'errorDetails'],
  properties: { key: text, errorCode: text, errorDetails: text },
} as const;
const DECIDED = {
  type: 'object',
  required: ['key', 'metadata'],
  properties: {
    key: text,
    value: { description: "Absent where the caller's default applies." },
    reason: text,
    variant: { type: 'string', enum: ['on', 'off', 'targeted'] },
    errorCode: text,
    errorDetails: text,
    metadata: metadata({ flagId: text, ...POSITION }),
  },
} as const;
const ALL_DECIDED = {
  type: 'object',
  required: ['flags', 'eventStreams', 'metadata'],
  properties: {
    flags: { type: 'array', items: DECIDED },
    eventStreams: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['sse'] },
          endpoint: { type: 'object', properties: { requestUri: text } },
          inactivityDelaySec: { type: 'integer' },
        },
      },
    },
    metadata: metadata(POSITION),
  },
} as const;

const SHARED_TIME = 'Decisions are scheduled fairly by service time: with a client key, between networks.';
const key = sdkKey({ required: false, description: 'Or `x-api-key`, or `authorization: Bearer`.' });
const request = body(REQUEST, 'At most 65,536 bytes.');

const answers = (status: number, schema: object, more: object = {}) =>
  ApiResponse({ status, ...json(schema), ...more } as never);

/** By what `parseOfrepAddress` finds. */
const ROUTES: Record<OfrepAddress['kind'], Route<OfrepAddress>> = {
  bulk: {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    answer: decide,
    description: [
      HttpCode(200),
      ApiOperation({
        operationId: 'evaluateFlagsBulk',
        summary: 'Evaluate all flags of an environment for a context',
        description: SHARED_TIME,
      }),
      key,
      ...minPosition,
      ApiHeader({ name: 'if-none-match', required: false }),
      ApiQuery({
        name: 'flagConfigEtag',
        required: false,
        schema: { ...text, maxLength: 100 },
        description: 'From an event.',
      }),
      ApiQuery({
        name: 'flagConfigLastModified',
        required: false,
        schema: { ...text, maxLength: 100 },
        description: 'Ignored.',
      }),
      request,
      answers(200, ALL_DECIDED, { headers: { ETag: { schema: text } } }),
      notModified('Neither the flags nor the context have changed since that ETag.'),
      answers(400, FAILED, { description: 'The request is invalid.' }),
    ],
  },
  single: {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/:key',
    answer: decide,
    description: [
      HttpCode(200),
      ApiOperation({ operationId: 'evaluateFlag', summary: 'Evaluate a flag for a context', description: SHARED_TIME }),
      key,
      ...minPosition,
      ApiParam({ name: 'key', schema: text }),
      request,
      answers(200, DECIDED),
      answers(400, FAILED, { description: 'The request is invalid, or the flag cannot be evaluated.' }),
      answers(404, FAILED, { description: 'No such flag.' }),
    ],
  },
  events: {
    method: 'GET',
    path: '/ofrep/v1/events',
    answer: ({ events }, request, response, address) => {
      if (address.kind === 'events') events.handle(request, response, address.token);
    },
    description: [
      ApiOperation({ operationId: 'followEvaluations', summary: 'Stream notifications that flags changed' }),
      ApiQuery({ name: 'token', schema: { ...text, maxLength: 100 }, description: 'From a bulk evaluation.' }),
      ApiHeader({ name: 'last-event-id', required: false }),
      ApiOkResponse({
        description: '`message`, with data of type `refetchEvaluation`.',
        content: { 'text/event-stream': { schema: text } },
      }),
      Refuses('event_token_invalid'),
    ],
  },
};

function decide(
  ...[{ ofrep }, request, response, address]: Parameters<NonNullable<Route<OfrepAddress>['answer']>>
): void {
  if (address.kind !== 'events') ofrep.handle(request, response, address);
}

/** The OpenFeature Remote Evaluation Protocol. */
export const OFREP_ROUTES = createRouteGroup<OfrepAddress>({
  prefix: OFREP_PREFIX,
  tag: 'ofrep',
  routes: Object.values(ROUTES),
  locate: (url) => {
    const address = parseOfrepAddress(url);
    return address && { path: ROUTES[address.kind].path, address };
  },
});
