import { DomainError, MIN_POSITION_HEADER, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { Refuses, RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';

const text = { type: 'string' } as const;
const context = {
  type: 'object',
  description: 'At most 200 attributes, 8 levels deep. `targetingKey` has at most 256 characters.',
  properties: { targetingKey: { ...text, maxLength: 256 } },
} as const;
const REQUEST = {
  description: 'At most 65,536 bytes.',
  schema: { type: 'object', required: ['context'], properties: { context } },
} as const;

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
    value: { description: 'Left out where the caller takes its own default.' },
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

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const neverCalled = () => new DomainError('route_not_found', 'There is no such address. See /docs for all there are.');

/**
 * The OpenFeature Remote Evaluation Protocol. Answered ahead of the framework, so these say what is in the OpenAPI document, and who
 * may call.
 */
@ApiTags('ofrep')
@Controller('ofrep/v1')
@RequirePolicy('sdk-key')
export class OfrepController {
  @Post('evaluate/flags')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'evaluateFlagsBulk',
    summary: 'Decide all flags of an environment for one context',
    description: 'Decisions share the service by the time that they take: with a client key, networks take turns.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: false, description: 'Or `x-api-key`, or `authorization: Bearer`.' })
  @ApiHeader({ name: MIN_POSITION_HEADER, required: false, description: 'As a write answered it: Burgee-Position.' })
  @Refuses('position_unknown', 'position_not_reached')
  @ApiHeader({ name: 'if-none-match', required: false })
  @ApiQuery({
    name: 'flagConfigEtag',
    required: false,
    schema: { ...text, maxLength: 100 },
    description: 'As an event named it.',
  })
  @ApiQuery({
    name: 'flagConfigLastModified',
    required: false,
    schema: { ...text, maxLength: 100 },
    description: 'Not read.',
  })
  @ApiBody(REQUEST as never)
  @ApiResponse({ status: 200, ...json(ALL_DECIDED), headers: { ETag: { schema: text } } } as never)
  @ApiResponse({ status: 304, description: 'Neither the flags nor the context changed since that ETag.' })
  @ApiResponse({ status: 400, description: 'The request cannot be decided.', ...json(FAILED) } as never)
  bulk(): never {
    throw neverCalled();
  }

  @Post('evaluate/flags/:key')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'evaluateFlag',
    summary: 'Decide one flag',
    description: 'Decisions share the service by the time that they take: with a client key, networks take turns.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: false, description: 'Or `x-api-key`, or `authorization: Bearer`.' })
  @ApiHeader({ name: MIN_POSITION_HEADER, required: false, description: 'As a write answered it: Burgee-Position.' })
  @Refuses('position_unknown', 'position_not_reached')
  @ApiParam({ name: 'key', schema: text })
  @ApiBody(REQUEST as never)
  @ApiResponse({ status: 200, ...json(DECIDED) } as never)
  @ApiResponse({ status: 400, description: 'The request, or the flag, cannot be decided.', ...json(FAILED) } as never)
  @ApiResponse({ status: 404, description: 'There is no such flag.', ...json(FAILED) } as never)
  single(): never {
    throw neverCalled();
  }

  @Get('events')
  @ApiOperation({ operationId: 'followEvaluations', summary: 'Hear when to ask for decisions again' })
  @ApiQuery({ name: 'token', schema: { ...text, maxLength: 100 }, description: 'As a bulk answer names it.' })
  @ApiHeader({ name: 'last-event-id', required: false })
  @ApiOkResponse({
    description: '`message`, with data of type `refetchEvaluation`.',
    content: { 'text/event-stream': { schema: text } },
  })
  @Refuses('event_token_invalid')
  events(): never {
    throw neverCalled();
  }
}
