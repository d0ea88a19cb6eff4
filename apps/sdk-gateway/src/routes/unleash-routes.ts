import { UNLEASH_PREFIX } from '@burgee/contracts/wire';
import { parseUnleashAddress, type UnleashAddress } from '@burgee/flag-serving';
import { HttpCode } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { body, json, minPosition, notModified, sdkKey, taken, text } from './openapi-parts.js';
import { createRouteGroup, type Route } from './route-group.js';

const object = { type: 'object' } as const;
const list = { type: 'array', items: object } as const;
const appName = { type: 'string', minLength: 1, maxLength: 200 } as const;
const DOCUMENT = {
  type: 'object',
  required: ['version', 'features', 'segments', 'query'],
  properties: { version: { type: 'integer' }, features: list, segments: list, query: object },
} as const;
const REGISTRATION = { type: 'object', required: ['appName'], properties: { appName } } as const;
const METRICS = {
  type: 'object',
  required: ['appName', 'bucket'],
  properties: { appName, bucket: { type: 'object', required: ['toggles'], properties: { toggles: object } } },
} as const;
const BULK = {
  type: 'object',
  required: ['applications', 'metrics'],
  properties: { applications: list, metrics: list },
} as const;
const CONTEXT = {
  type: 'object',
  description: 'At most 200 attributes, 8 levels deep. `userId` has at most 256 characters.',
  properties: { userId: { ...text, maxLength: 256 }, properties: { type: 'object' } },
} as const;
const TOGGLE = {
  type: 'object',
  required: ['name', 'enabled', 'variant', 'impressionData'],
  properties: {
    name: text,
    enabled: { type: 'boolean' },
    variant: { type: 'object' },
    impressionData: { type: 'boolean' },
  },
} as const;
const TOGGLES = {
  type: 'object',
  required: ['toggles'],
  properties: { toggles: { type: 'array', items: TOGGLE } },
} as const;

const key = sdkKey({ required: false, description: 'Or the key alone as `authorization`.' });
const tagged = (schema: object) =>
  ApiResponse({ status: 200, ...json(schema), headers: { ETag: { schema: text } } } as never);
const ifNoneMatch = ApiHeader({ name: 'if-none-match', required: false });

const answer: Route<UnleashAddress>['answer'] = ({ unleash }, request, response, address) =>
  unleash.handle(request, response, address);

const report = (path: string, operationId: string, summary: string, schema: object): Route<UnleashAddress> => ({
  method: 'POST',
  path: UNLEASH_PREFIX + path,
  answer,
  description: [...taken, ApiOperation({ operationId, summary }), key, body(schema)],
});

/** What is on for a context, which the query or the body says. */
const toggles = (method: Route['method'], ...description: MethodDecorator[]): Route<UnleashAddress> => ({
  method,
  path: `${UNLEASH_PREFIX}frontend`,
  answer,
  description: [
    key,
    ...minPosition,
    ifNoneMatch,
    ...description,
    tagged(TOGGLES),
    notModified('Neither the flags nor the context have changed since that ETag.'),
  ],
});
const SHARED_TIME = 'Decisions are scheduled fairly by service time: with a client key, between networks.';

/** Unleash's client API, for servers and for pages. */
export const UNLEASH_ROUTES = createRouteGroup<UnleashAddress>({
  prefix: UNLEASH_PREFIX,
  tag: 'unleash',
  locate: parseUnleashAddress,
  routes: [
    {
      method: 'GET',
      path: `${UNLEASH_PREFIX}client/features`,
      answer,
      description: [
        ApiOperation({
          operationId: 'fetchUnleashFeatures',
          summary: "List an environment's flags in Unleash's format",
          description: 'No rate limit.',
        }),
        key,
        ...minPosition,
        ifNoneMatch,
        tagged(DOCUMENT),
        notModified(),
      ],
    },
    {
      method: 'GET',
      path: `${UNLEASH_PREFIX}client/streaming`,
      answer,
      description: [
        ApiOperation({
          operationId: 'followUnleashFeatures',
          summary: "Stream an environment's flags in Unleash's format",
        }),
        key,
        ApiHeader({ name: 'last-event-id', required: false }),
        ApiOkResponse({
          description: '`unleash-connected` with all features, then `unleash-updated` for each change.',
          content: { 'text/event-stream': { schema: text } },
        }),
      ],
    },
    report('client/register', 'registerUnleashClient', 'Register an application and its SDK', REGISTRATION),
    report('client/metrics', 'reportUnleashMetrics', 'Report evaluation counts', METRICS),
    report('client/metrics/bulk', 'reportUnleashMetricsInBulk', 'Report evaluation counts of many applications', BULK),
    toggles(
      'GET',
      ApiOperation({
        operationId: 'fetchUnleashToggles',
        summary: 'Evaluate flags for a context in the query',
        description: SHARED_TIME,
      }),
      ApiQuery({ name: 'userId', required: false, schema: { ...text, maxLength: 256 } }),
    ),
    toggles(
      'POST',
      HttpCode(200),
      ApiOperation({
        operationId: 'fetchUnleashTogglesByBody',
        summary: 'Evaluate flags for a context in the body',
        description: SHARED_TIME,
      }),
      body({ type: 'object', required: ['context'], properties: { context: CONTEXT } }, 'At most 65,536 bytes.'),
    ),
    report('frontend/client/register', 'registerUnleashFrontend', 'Register an application and its SDK', REGISTRATION),
    report('frontend/client/metrics', 'reportUnleashFrontendMetrics', 'Report evaluation counts', METRICS),
  ],
});
