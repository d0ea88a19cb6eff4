import { MIN_POSITION_HEADER } from '@burgee/contracts/wire';
import { Refuses, RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { KEY, METRICS, neverCalled, REGISTRATION, TAKEN } from './unleash-client.controller.js';

const text = { type: 'string' } as const;
const CONTEXT = {
  type: 'object',
  description: 'At most 200 attributes, 8 levels deep. `userId` has at most 256 characters.',
  properties: { userId: { ...text, maxLength: 256 }, properties: { type: 'object' } },
} as const;
const REQUEST = {
  description: 'At most 65,536 bytes.',
  schema: { type: 'object', required: ['context'], properties: { context: CONTEXT } },
} as const;
const TOGGLES = {
  status: 200,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['toggles'],
        properties: {
          toggles: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'enabled', 'variant', 'impressionData'],
              properties: {
                name: text,
                enabled: { type: 'boolean' },
                variant: { type: 'object' },
                impressionData: { type: 'boolean' },
              },
            },
          },
        },
      },
    },
  },
  headers: { ETag: { schema: text } },
} as const;
const UNCHANGED = { status: 304, description: 'Neither the flags nor the context changed since that ETag.' };
const POSITION = {
  name: MIN_POSITION_HEADER,
  required: false,
  description: 'As a write answered it: Burgee-Position.',
};

/** What Unleash's SDKs for pages and apps call. Answered ahead of the framework, as `OfrepController` is. */
@ApiTags('unleash')
@Controller('unleash/api/frontend')
@RequirePolicy('sdk-key')
export class UnleashFrontendController {
  @Get()
  @ApiOperation({
    operationId: 'fetchUnleashToggles',
    summary: 'What is on for a context, which the query says',
    description: 'Decisions share the service by the time that they take: with a client key, networks take turns.',
  })
  @ApiHeader(KEY)
  @ApiHeader(POSITION)
  @Refuses('position_unknown', 'position_not_reached')
  @ApiHeader({ name: 'if-none-match', required: false })
  @ApiQuery({ name: 'userId', required: false, schema: { ...text, maxLength: 256 } })
  @ApiResponse(TOGGLES as never)
  @ApiResponse(UNCHANGED)
  ofQuery(): never {
    throw neverCalled();
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'fetchUnleashTogglesByBody',
    summary: 'What is on for a context, which the body says',
    description: 'Decisions share the service by the time that they take: with a client key, networks take turns.',
  })
  @ApiHeader(KEY)
  @ApiHeader(POSITION)
  @Refuses('position_unknown', 'position_not_reached')
  @ApiHeader({ name: 'if-none-match', required: false })
  @ApiBody(REQUEST as never)
  @ApiResponse(TOGGLES as never)
  @ApiResponse(UNCHANGED)
  ofBody(): never {
    throw neverCalled();
  }

  @Post('client/register')
  @HttpCode(202)
  @ApiOperation({ operationId: 'registerUnleashFrontend', summary: 'Say which application and SDK this is' })
  @ApiHeader(KEY)
  @ApiBody(REGISTRATION as never)
  @ApiResponse(TAKEN)
  register(): never {
    throw neverCalled();
  }

  @Post('client/metrics')
  @HttpCode(202)
  @ApiOperation({ operationId: 'reportUnleashFrontendMetrics', summary: 'Say how often flags were decided' })
  @ApiHeader(KEY)
  @ApiBody(METRICS as never)
  @ApiResponse(TAKEN)
  metrics(): never {
    throw neverCalled();
  }
}
