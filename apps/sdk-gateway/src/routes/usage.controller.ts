import { SDK_KEY_HEADER, USAGE_LIMITS, USAGE_VARIANTS } from '@burgee/contracts/wire';
import { RequirePolicy } from '@burgee/service-kit';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { neverCalled, TAKEN } from './unleash-client.controller.js';

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
    instance: { ...name, description: 'One process or page; any name that stays while it runs.' },
    position: {
      type: 'string',
      maxLength: 48,
      pattern: '^[0-9a-z]{1,32}-[0-9]{1,15}$',
      description: 'ETag of the flags, unquoted.',
    },
    flags: {
      type: 'object',
      description: 'By key: how often each variant was the answer.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: variants },
    },
    unknown: {
      type: 'object',
      description: 'By key: how often a flag was asked for that does not exist.',
      additionalProperties: count,
    },
    bulk: { ...count, description: 'How often all flags were decided at once.' },
  },
} as const;
const BODY = {
  description: `At most ${USAGE_LIMITS.bodyBytes.toLocaleString('en')} bytes, and ${USAGE_LIMITS.keys.toLocaleString('en')} keys in all reports together.`,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['window', 'reports'],
    properties: {
      window: { type: 'string', format: 'uuid', description: 'A new one for each body. It counts once.' },
      reports: { type: 'array', minItems: 1, maxItems: USAGE_LIMITS.reports, items: REPORT },
    },
  },
} as const;

/** Answered ahead of the framework, as `OfrepController` is. */
@ApiTags('sdk')
@Controller('api/v1/usage')
@RequirePolicy('sdk-key')
export class UsageController {
  @Post()
  @HttpCode(202)
  @ApiOperation({
    operationId: 'reportUsage',
    summary: 'Say which flags were evaluated, how often',
    description: 'With an SDK key or a client key. Nothing depends on it: what finds no room is dropped.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiBody(BODY as never)
  @ApiResponse(TAKEN)
  report(): never {
    throw neverCalled();
  }
}
