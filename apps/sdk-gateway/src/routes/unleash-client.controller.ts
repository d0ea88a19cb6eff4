import { DomainError, MIN_POSITION_HEADER, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { Refuses, RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

const text = { type: 'string' } as const;
const object = { type: 'object' } as const;
const list = { type: 'array', items: object } as const;
const appName = { type: 'string', minLength: 1, maxLength: 200 } as const;

const DOCUMENT = {
  type: 'object',
  required: ['version', 'features', 'segments', 'query'],
  properties: { version: { type: 'integer' }, features: list, segments: list, query: object },
} as const;
export const REGISTRATION = { schema: { type: 'object', required: ['appName'], properties: { appName } } } as const;
export const METRICS = {
  schema: {
    type: 'object',
    required: ['appName', 'bucket'],
    properties: { appName, bucket: { type: 'object', required: ['toggles'], properties: { toggles: object } } },
  },
} as const;
const BULK = {
  schema: {
    type: 'object',
    required: ['applications', 'metrics'],
    properties: { applications: list, metrics: list },
  },
} as const;

export const KEY = { name: SDK_KEY_HEADER, required: false, description: 'Or the key alone as `authorization`.' };
export const TAKEN = { status: 202, description: 'Taken.' };

export const neverCalled = () =>
  new DomainError('route_not_found', 'There is no such address. See /docs for all there are.');

/** What Unleash's SDKs for servers call. Answered ahead of the framework, as `OfrepController` is. */
@ApiTags('unleash')
@Controller('unleash/api/client')
@RequirePolicy('sdk-key')
export class UnleashClientController {
  @Get('features')
  @ApiOperation({
    operationId: 'fetchUnleashFeatures',
    summary: "Fetch all flags of an environment, as Unleash's SDKs read them",
    description: 'No limit of requests.',
  })
  @ApiHeader(KEY)
  @ApiHeader({ name: MIN_POSITION_HEADER, required: false, description: 'As a write answered it: Burgee-Position.' })
  @Refuses('position_unknown', 'position_not_reached')
  @ApiHeader({ name: 'if-none-match', required: false })
  @ApiResponse({
    status: 200,
    content: { 'application/json': { schema: DOCUMENT } },
    headers: { ETag: { schema: text } },
  } as never)
  @ApiResponse({ status: 304, description: 'Nothing changed since that ETag.' })
  features(): never {
    throw neverCalled();
  }

  @Get('streaming')
  @ApiOperation({ operationId: 'followUnleashFeatures', summary: "Follow them, as Unleash's SDKs do" })
  @ApiHeader(KEY)
  @ApiHeader({ name: 'last-event-id', required: false })
  @ApiOkResponse({
    description: '`unleash-connected` with all features, then `unleash-updated` with each change.',
    content: { 'text/event-stream': { schema: text } },
  })
  streaming(): never {
    throw neverCalled();
  }

  @Post('register')
  @HttpCode(202)
  @ApiOperation({ operationId: 'registerUnleashClient', summary: 'Say which application and SDK this is' })
  @ApiHeader(KEY)
  @ApiBody(REGISTRATION as never)
  @ApiResponse(TAKEN)
  register(): never {
    throw neverCalled();
  }

  @Post('metrics')
  @HttpCode(202)
  @ApiOperation({ operationId: 'reportUnleashMetrics', summary: 'Say how often flags were decided' })
  @ApiHeader(KEY)
  @ApiBody(METRICS as never)
  @ApiResponse(TAKEN)
  metrics(): never {
    throw neverCalled();
  }

  @Post('metrics/bulk')
  @HttpCode(202)
  @ApiOperation({ operationId: 'reportUnleashMetricsInBulk', summary: 'The same for many applications at once' })
  @ApiHeader(KEY)
  @ApiBody(BULK as never)
  @ApiResponse(TAKEN)
  bulk(): never {
    throw neverCalled();
  }
}
