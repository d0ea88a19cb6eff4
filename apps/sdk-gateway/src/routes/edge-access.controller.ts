import { EdgeAccessView } from '@burgee/contracts/http';
import { EDGE_APPLIED_LIMITS, SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { EdgeAccessHandler } from '@burgee/flag-serving';
import { RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { neverCalled, TAKEN } from './unleash-client.controller.js';

const id = { type: 'string', format: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } as const;
const count = { type: 'integer', minimum: 0, maximum: EDGE_APPLIED_LIMITS.count } as const;
const REPORT = {
  type: 'object',
  required: ['edge', 'clients', 'delivered', 'applied', 'unknown', 'streams', 'pollers', 'estimated', 'edges'],
  properties: {
    edge: { ...id, description: 'The edge, for as long as it runs.' },
    clients: count,
    delivered: { ...count, description: 'Of the clients, those that were sent it.' },
    applied: { ...count, description: 'Of those, the ones that said that they have it.' },
    unknown: { ...count, description: 'Of the clients, those that left before.' },
    streams: { ...count, description: 'That are waited for.' },
    pollers: { ...count, description: 'That are waited for.' },
    last_seen_at: { type: 'string', format: 'date-time', pattern: 'Z$' },
    estimated: { type: 'boolean' },
    sampled: { type: 'boolean' },
    edges: { type: 'array', maxItems: EDGE_APPLIED_LIMITS.edges, items: id, description: 'Those that it has asked.' },
  },
} as const;
const APPLIED = {
  description: `At most ${EDGE_APPLIED_LIMITS.bodyBytes.toLocaleString('en')} bytes.`,
  schema: {
    type: 'object',
    required: ['wait_id', 'reports'],
    properties: {
      wait_id: { ...id, description: 'As the stream named it.' },
      reports: { type: 'array', minItems: 1, maxItems: EDGE_APPLIED_LIMITS.reports, items: REPORT },
    },
  },
} as const;

@ApiTags('sdk')
@Controller('api/v1/edge')
@RequirePolicy('sdk-key')
export class EdgeAccessController {
  constructor(private readonly access: EdgeAccessHandler) {}

  /** Which origins and keys open the environment of the key, so that an edge can check them. Answered ahead of the framework. */
  @Get('access')
  @ApiOperation({
    operationId: 'fetchEdgeAccess',
    summary: 'Tell an edge who may call for an environment',
    description: 'No limit of requests. Of keys it tells the SHA-256, from which nobody can find them.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiHeader({ name: 'if-none-match', required: false, description: 'Longer than 500 characters: not compared.' })
  @ApiOkResponse({ type: EdgeAccessView, headers: { ETag: { schema: { type: 'string' } } } })
  @ApiResponse({ status: 304, description: 'Nothing changed since that ETag.' })
  tell(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    this.access.handle(request.raw, reply.raw);
  }

  /** Answered ahead of the framework. */
  @Post('applied')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'reportEdgeApplied',
    summary: 'Say how many clients of an edge have the change that is waited for',
    description: 'Nothing depends on it but what whoever waits is told. What nobody has asked for is ignored.',
  })
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiBody(APPLIED as never)
  @ApiResponse(TAKEN)
  applied(): never {
    throw neverCalled();
  }
}
