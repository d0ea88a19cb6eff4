import { USAGE_LIMITS, USAGE_PATH, USAGE_VARIANTS } from '@burgee/contracts/wire';
import { ApiOperation } from '@nestjs/swagger';
import { body, sdkKey, taken } from './openapi-parts.js';
import { createRouteGroup } from './route-group.js';

const count = { type: 'integer', minimum: 1, maximum: USAGE_LIMITS.count } as const;
const name = {
  type: 'string',
  minLength: 1,
  maxLength: USAGE_LIMITS.nameCharacters,
  pattern: '^[A-Za-z0-9_ .@/:+()-]+$',
} as const;
const variants = Object.fromEntries(USAGE_VARIANTS.map((variant) => [variant, count]));
const REPORT = {
  type: 'object',
  additionalProperties: false,
  required: ['app', 'sdk', 'sdk_version'],
  properties: {
    app: name,
    sdk: name,
    sdk_version: name,
    instance: { ...name, description: 'A process or page; any name that stays the same while it runs.' },
    position: {
      type: 'string',
      maxLength: 48,
      pattern: '^[0-9a-z]{1,32}-[0-9]{1,15}$',
      description: 'ETag of the flags, unquoted.',
    },
    flags: {
      type: 'object',
      description: 'By flag key: how often each variant was returned.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: variants },
    },
    unknown: {
      type: 'object',
      description: 'By key: how often a flag that does not exist was evaluated.',
      additionalProperties: count,
    },
    bulk: { ...count, description: 'How often all flags were evaluated at once.' },
  },
} as const;

/** Reports of what was evaluated, where USAGE is on. */
export const USAGE_ROUTES = createRouteGroup({
  prefix: '/api/v1/',
  tag: 'sdk',
  locate: (url) => ({ path: url.split('?', 1)[0] ?? '', address: undefined }),
  routes: [
    {
      method: 'POST',
      path: USAGE_PATH,
      answer: ({ usage }, request, response) => usage?.handle(request, response),
      description: [
        ...taken,
        ApiOperation({
          operationId: 'reportUsage',
          summary: 'Report how often flags were evaluated',
          description: 'With an SDK key or a client key. Best effort: reports are dropped when there is no capacity.',
        }),
        sdkKey(),
        body(
          {
            type: 'object',
            additionalProperties: false,
            required: ['window', 'reports'],
            properties: {
              window: { type: 'string', format: 'uuid', description: 'A new one for each body. Each counts once.' },
              reports: { type: 'array', minItems: 1, maxItems: USAGE_LIMITS.reports, items: REPORT },
            },
          },
          `At most ${USAGE_LIMITS.bodyBytes.toLocaleString('en')} bytes, and ${USAGE_LIMITS.keys.toLocaleString('en')} keys in all reports together.`,
        ),
      ],
    },
  ],
});
