import { StreamTicket } from '@burgee/contracts/http';
import { SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { Authenticator, corsHeaders, StreamHandler, Tickets } from '@burgee/flag-serving';
import { RequirePolicy } from '@burgee/service-kit';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { neverCalled, TAKEN } from './unleash-client.controller.js';

const uuid = { type: 'string', format: 'uuid', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' } as const;
const ACKNOWLEDGED = {
  schema: {
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
  },
} as const;

@ApiTags('sdk')
@Controller('api/v1/stream')
@RequirePolicy('sdk-key')
export class StreamController {
  constructor(
    private readonly stream: StreamHandler,
    private readonly authenticator: Authenticator,
    private readonly tickets: Tickets,
  ) {}

  /**
   * Every change of the key's environment as it happens, by Server-Sent Events. Answered ahead of the framework, which
   * would keep its own objects of a request for as long as the stream is open.
   */
  @Get()
  @ApiOperation({ operationId: 'followFlags', summary: 'Follow the changes of an environment' })
  @ApiHeader({ name: SDK_KEY_HEADER, required: false, description: 'Or a ticket.' })
  @ApiHeader({ name: 'last-event-id', required: false })
  @ApiQuery({ name: 'ticket', required: false, schema: { type: 'string', maxLength: 1_000 } })
  @ApiQuery({ name: 'snapshot', required: false, enum: ['true'] })
  @ApiQuery({
    name: 'access',
    required: false,
    enum: ['1'],
    description: 'Also when keys or origins change, for edges.',
  })
  @ApiQuery({
    name: 'ack',
    required: false,
    enum: ['1'],
    description: 'For clients that acknowledge changes when they are asked to.',
  })
  @ApiQuery({
    name: 'edge',
    required: false,
    schema: { type: 'string', maxLength: 36 },
    description: 'With `access`: the id of an edge that reports how many of its clients have a change.',
  })
  @ApiOkResponse({
    description: 'ready, flag_updated, flag_deleted, snapshot, access, applied_wanted',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  open(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.hijack();
    this.stream.handle(request.raw, reply.raw);
  }

  /** A ticket for one stream, valid for 30 s: for a browser's EventSource, which cannot send headers. */
  @Post('ticket')
  @ApiOperation({
    operationId: 'createStreamTicket',
    summary: 'Get a ticket for one stream',
    description: 'No limit of requests; the limits of streams count when it is used.',
  })
  @HttpCode(200)
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiOkResponse({ type: StreamTicket })
  async ticket(
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamTicket> {
    const key = headers[SDK_KEY_HEADER] as string | undefined;
    const access = await this.authenticator.authenticate(key, headers.origin).result;
    void reply.headers({ 'cache-control': 'no-store', ...corsHeaders(access.allowOrigin) });
    if (access.kind === 'refused') throw access.error;
    return this.tickets.issue(access.keyHash);
  }

  /** Answered ahead of the framework. */
  @Post('applied')
  @ApiOperation({
    operationId: 'acknowledgeFlags',
    summary: 'Say that the client of a stream has the change that is waited for',
    description: 'Nothing depends on it but what whoever waits is told.',
  })
  @HttpCode(202)
  @ApiHeader({ name: SDK_KEY_HEADER, required: true })
  @ApiBody(ACKNOWLEDGED as never)
  @ApiResponse(TAKEN)
  applied(): never {
    throw neverCalled();
  }
}
